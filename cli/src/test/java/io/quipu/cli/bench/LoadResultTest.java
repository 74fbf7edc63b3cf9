package io.quipu.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadResultTest {
  @ParameterizedTest
  @CsvSource({
    "99, LOST",
    "100, EXACT",
    "107, EXACT",
    "108, TOO_MANY",
    "99999999999999999999, TOO_MANY"
  })
  void whatIsInDoubtMayBeCountedOrNot(BigInteger counted, LoadResult.Verdict verdict) {
    LoadResult result =
        new LoadResult(100, 50, 7, 0, 10, 100, Duration.ofMillis(500), new Histogram(3));
    assertThat(result.verdict(counted)).isEqualTo(verdict);
    assertThat(result.requestsPerSecond()).isEqualTo(20);
    assertThat(result.eventsPerSecond()).isEqualTo(200);
  }
}
