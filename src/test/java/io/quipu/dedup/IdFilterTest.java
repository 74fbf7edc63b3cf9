package io.quipu.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdFilterTest {
  private static final long PLENTY = 1_000_000_000;

  private final FilterMemory memory = new FilterMemory(PLENTY);
  private final IdFilter filter = new IdFilter(memory);

  /** Something like a hash: all are different. */
  private static long hash(long number) {
    return number * 0x9e3779b97f4a7c15L;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 257, 1_300, 300_000})
  void mayHaveAllThatWereAdded_andHardlyAnyOthers(int some) {
    for (int i = 0; i < some; i++) {
      assertThat(filter.add(hash(i))).isTrue();
    }
    for (int i = 0; i < some; i++) {
      assertThat(filter.mayHave(hash(i))).isTrue();
    }
    long mistaken =
        LongStream.range(some, some + 100_000L).filter(i -> filter.mayHave(hash(i))).count();
    assertThat(mistaken).isLessThan(4_000);
  }

  @Test
  void takesAFewBytesForEach_andGivesThemBack() {
    assertThat(memory.free()).isEqualTo(PLENTY);
    for (int i = 0; i < 100_000; i++) {
      filter.add(hash(i));
      filter.add(hash(i / 2));
    }
    assertThat(PLENTY - memory.free()).isBetween(100_000L, 600_000L);

    filter.close();
    filter.close();
    assertThat(memory.free()).isEqualTo(PLENTY);
  }

  @Test
  void saysWhatItHasNoRoomFor() {
    FilterMemory little = new FilterMemory(600);
    IdFilter small = new IdFilter(little);
    int added = 0;
    while (small.add(hash(added))) {
      added++;
    }
    assertThat(added).isBetween(256, 300);
    assertThat(small.mayHave(hash(added))).isFalse();
    assertThat(little.free()).isNotNegative();
  }
}
