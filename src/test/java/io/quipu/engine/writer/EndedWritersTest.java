package io.quipu.engine.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EndedWritersTest {
  @Test
  void containsAllThatHadANumber_butForThoseThatLived() {
    EndedWriters ended = EndedWriters.of(5, List.of(2L, 5L));
    assertThat(ended.contains(1)).isTrue();
    assertThat(ended.contains(2)).isFalse();
    assertThat(ended.contains(4)).isTrue();
    assertThat(ended.contains(5)).isFalse();
    assertThat(ended.contains(6)).isFalse();
    assertThat(EndedWriters.NONE.contains(1)).isFalse();
  }

  @Test
  void togetherTheyContainWhatEitherDoes_andTakeNoMoreThanWhatLives() {
    Random random = new Random(1);
    for (int run = 0; run < 1_000; run++) {
      EndedWriters one = some(random);
      EndedWriters other = some(random);
      EndedWriters both = one.plus(other);
      for (long number = 1; number < 15; number++) {
        assertThat(both.contains(number))
            .as("%d in %s and %s", number, one, other)
            .isEqualTo(one.contains(number) || other.contains(number));
      }
      assertThat(both).isEqualTo(other.plus(one));
      assertThat(both.plus(one)).isEqualTo(both);
    }
  }

  private static EndedWriters some(Random random) {
    int upTo = random.nextInt(12);
    Set<Long> except = new HashSet<>();
    for (long number = 1; number <= upTo; number++) {
      if (random.nextBoolean()) {
        except.add(number);
      }
    }
    return EndedWriters.of(upTo, except);
  }

  @Test
  void exceptsOnlyWhatItHas() {
    assertThatIllegalArgumentException().isThrownBy(() -> EndedWriters.of(2, List.of(3L)));
    assertThatIllegalArgumentException().isThrownBy(() -> EndedWriters.of(-1, List.of()));
  }
}
