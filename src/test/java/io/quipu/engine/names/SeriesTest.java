package io.quipu.engine.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private static final List<String> HOSTILE =
      List.of("", "\0", "\0\0", "\0\1", "\1", "a\0", "a\0\0b", "!", "0", "CH", "\uD83D\uDE00", ",");

  private static String any(Random random) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(4); left >= 0; left--) {
      text.append(HOSTILE.get(random.nextInt(HOSTILE.size())));
    }
    return text.toString();
  }

  @Test
  void isWhatItsKeySays_whateverTheValuesAre() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      List<String> values = new ArrayList<>();
      for (int left = random.nextInt(3); left >= 0; left--) {
        values.add(any(random));
      }
      Series series = new Series(random.nextInt(Breakdowns.MOST), values);
      assertThat(Series.of(series.key())).isEqualTo(series);
      assertThat(Series.breakdownOf(series.key())).isEqualTo(series.breakdown());
      String name = any(random) + "x";
      CounterName counter = new CounterName("votes", 2, 1, name).with(series.key());
      assertThat(CounterName.ofStored(counter.stored(), counter.key())).isEqualTo(counter);
      assertThat(Series.stored(name, series.breakdown()).contains(counter.key())).isTrue();
      assertThat(Series.stored(name).contains(counter.key())).isTrue();
    }
  }

  @Test
  void noSeriesIsInTheRangeOfAnotherCounter() {
    Random random = new Random(2);
    for (int i = 0; i < 20_000; i++) {
      String one = any(random) + "x";
      String other = any(random) + "x";
      String key = new Series(random.nextInt(3), List.of(any(random))).key();
      String stored = new CounterName("votes", other).with(key).key();
      assertThat(Series.stored(one).contains(stored)).isEqualTo(one.equals(other));
    }
  }

  @Test
  void isStoredWhereNoCounterOfAnyNamespaceIs() {
    CounterName counter = new CounterName("votes", 1, 3, "a");
    assertThat(counter.with("0CH").stored()).isEqualTo("votes+1#3!");
    assertThat(CounterName.ofStored("votes!", "a\0\0" + "0CH"))
        .isEqualTo(new CounterName("votes", "a").with("0CH"));
    assertThat(counter.with("0CH").whole()).isEqualTo(counter);
    assertThat(counter.with("0CH").hashCode()).isNotEqualTo(counter.hashCode());
  }
}
