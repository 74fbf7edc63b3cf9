package io.quipu.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LabelSplitTest {
  private static final List<List<String>> BREAKDOWNS =
      List.of(List.of("country", "plan"), List.of("country"), List.of("device"));

  @Property(tries = 500)
  void partsAreEventsThatAreInAllSeries(@ForAll long seed) {
    Random random = new Random(seed);
    Amount all = Amount.ZERO;
    Map<List<String>, Map<Labels, Amount>> series = new HashMap<>();
    for (int i = random.nextInt(25); i >= 0; i--) {
      long delta = 1L + random.nextInt(random.nextBoolean() ? 2 : 100_000);
      Amount event =
          new Amount(BigInteger.valueOf(random.nextInt(3) == 0 ? -delta : delta), 1 + i % 3);
      all = all.plus(event);
      Labels labels =
          labels(
              "country", "c" + random.nextInt(4),
              "plan", "p" + random.nextInt(3),
              "device", "d" + random.nextInt(4));
      for (List<String> breakdown : BREAKDOWNS) {
        series
            .computeIfAbsent(breakdown, any -> new HashMap<>())
            .merge(labels.only(breakdown), event, Amount::plus);
      }
    }
    LabelSplit split = new LabelSplit(all);
    for (List<String> breakdown : BREAKDOWNS) {
      assertThat(split.by(series.get(breakdown))).as("%s of %s", breakdown, series).isTrue();
    }
    assertThat(split.parts()).allMatch(part -> part.amount().isOfEvents());
    for (List<String> breakdown : BREAKDOWNS) {
      Map<Labels, Amount> again = new HashMap<>();
      split
          .parts()
          .forEach(part -> again.merge(part.labels().only(breakdown), part.amount(), Amount::plus));
      assertThat(again).isEqualTo(series.get(breakdown));
    }
  }

  private static Labels labels(String... namesAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return Labels.of(values);
  }

  @Test
  void seriesThatNoEventsCanBeIn_leaveThePartsAsTheyWere() {
    LabelSplit split = new LabelSplit(amount(8, 2));
    assertThat(split.by(Map.of(labels("a", "x"), amount(3, 1), labels("a", "y"), amount(5, 1))))
        .isTrue();
    List<LabelSplit.Part> parts = split.parts();
    assertThat(split.by(Map.of(labels("b", "x"), amount(2, 1), labels("b", "y"), amount(6, 1))))
        .isFalse();
    assertThat(split.parts()).isEqualTo(parts);
  }

  private static Amount amount(long count, long events) {
    return new Amount(BigInteger.valueOf(count), events);
  }
}
