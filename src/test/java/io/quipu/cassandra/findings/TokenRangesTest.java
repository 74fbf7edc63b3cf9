package io.quipu.cassandra.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.findings.TokenRanges.Repaired;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenRangesTest {
  private static final Instant EARLY = Instant.ofEpochSecond(1_000);
  private static final Instant LATE = Instant.ofEpochSecond(2_000);
  private static final Instant LATEST = Instant.ofEpochSecond(3_000);

  @Test
  void theOldestRangeThatIsNeededDecides() {
    assertThat(
            TokenRanges.coveredSince(
                List.of(
                    new Repaired(0, 100, LATEST),
                    new Repaired(100, 200, LATE),
                    new Repaired(200, 0, LATEST),
                    new Repaired(0, 200, EARLY))))
        .contains(LATE);
  }

  @Test
  void aGapIsNoRepairOfAll() {
    assertThat(TokenRanges.coveredSince(List.of())).isEmpty();
    assertThat(
            TokenRanges.coveredSince(
                List.of(new Repaired(0, 100, LATE), new Repaired(101, 0, LATE))))
        .isEmpty();
    assertThat(TokenRanges.coveredSince(List.of(new Repaired(0, 100, LATE)))).isEmpty();
  }

  @Test
  void oneRangeOfASingleTokenIsTheWholeRing() {
    assertThat(TokenRanges.coveredSince(List.of(new Repaired(7, 7, EARLY)))).contains(EARLY);
  }

  @Test
  void rangesMayOverlap_andGoOverTheEndOfTheRing() {
    assertThat(
            TokenRanges.coveredSince(
                List.of(
                    new Repaired(-50, 60, LATE),
                    new Repaired(40, -100, EARLY),
                    new Repaired(-120, -40, LATE))))
        .contains(EARLY);
  }
}
