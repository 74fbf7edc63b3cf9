package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemberPartsTest {
  /** Written down once: another result would lose every member there is. */
  @Test
  void thePartOfAnIdNeverChanges() {
    assertThat(
            IntStream.of(
                    MemberParts.partOf(""),
                    MemberParts.partOf("a"),
                    MemberParts.partOf("order-8812"),
                    MemberParts.partOf("\uD83C\uDF89"))
                .toArray())
        .containsExactly(11, 51, 38, 9);
  }

  @Test
  void idsThatAreNumberedAreSpreadEvenly() {
    int[] ids = new int[MemberParts.COUNT];
    IntStream.range(0, 64_000).forEach(i -> ids[MemberParts.partOf("order-" + i)]++);

    assertThat(ids).doesNotContain(0);
    assertThat(IntStream.of(ids).max().orElseThrow()).isLessThan(1_200);
    assertThat(IntStream.of(ids).min().orElseThrow()).isGreaterThan(800);
  }
}
