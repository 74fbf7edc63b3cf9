package io.quipu.engine.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BreakdownsTest {
  private static final Breakdowns TWO =
      new Breakdowns(
          List.of("country", "plan"), List.of(List.of("country"), List.of("country", "plan")));

  private static Map<String, String> put(Map<String, String> before, String... given) {
    Map<String, String> settings = new TreeMap<>(before);
    Map<String, String> change = new TreeMap<>();
    for (int i = 0; i < given.length; i += 2) {
      change.put(given[i], given[i + 1]);
    }
    Breakdowns.put(settings, change);
    return settings;
  }

  @Test
  void anEventIsInOneSeriesOfEachBreakdown_andMissingLabelsAreEmpty() {
    assertThat(TWO.series(Map.of("country", "CH")))
        .containsExactly(
            new Series(0, List.of("CH")).key(), new Series(1, List.of("CH", "")).key());
    assertThat(Breakdowns.NONE.series(Map.of())).isEmpty();
  }

  @Test
  void whatIsAddedComesLast_howeverItIsSaid() {
    Map<String, String> first = put(Map.of(), "labels", "country", "breakdowns", "country");
    assertThat(put(first, "labels", "plan,country", "breakdowns", "country,plan;country"))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("labels", "country,plan", "breakdowns", "country;country,plan"));
    assertThat(put(first, "labels", "country")).isEqualTo(first);
  }

  @Test
  void aLabelThatComesWithoutBreakdowns_isOneByItself() {
    Map<String, String> first = put(Map.of(), "labels", "country,plan");
    assertThat(first).containsEntry("breakdowns", "country;plan");
    assertThat(put(first, "labels", "country,plan,browser"))
        .containsEntry("breakdowns", "country;plan;browser");
  }

  @Test
  void whatIsLeftOut_isLost() {
    Breakdowns less = new Breakdowns(List.of("country"), List.of(List.of("country")));
    assertThat(less.lose("labels", Map.of("labels", "plan,country"))).isFalse();
    assertThat(TWO.lose("labels", Map.of("labels", "plan"))).isTrue();
    assertThat(TWO.lose("breakdowns", Map.of("breakdowns", "country"))).isTrue();
    assertThat(TWO.lose("breakdowns", Map.of("labels", "country,plan"))).isFalse();
    assertThat(put(Map.of("labels", "country,plan"), "labels", "plan"))
        .containsEntry("labels", "plan");
  }

  @Test
  void refusesWhatNobodyCouldRead() {
    TWO.check();
    for (Breakdowns bad :
        List.of(
            new Breakdowns(List.of("a", "a"), List.of()),
            new Breakdowns(List.of("a b"), List.of()),
            new Breakdowns(List.of("a"), List.of(List.of("b"))),
            new Breakdowns(List.of("a"), List.of(List.of())),
            new Breakdowns(List.of("a"), List.of(List.of("a"), List.of("a"))),
            new Breakdowns(List.of("a", "b"), List.of(List.of("a", "b"), List.of("b", "a"))))) {
      assertThatThrownBy(bad::check).as("%s", bad).isInstanceOf(InvalidInput.class);
    }
  }

  @Test
  void valuesHaveABound_eachAndTogether() {
    String long512 = "\u00e9".repeat(256);
    assertThat(TWO.series(Map.of("country", long512))).hasSize(2);
    assertThatThrownBy(() -> TWO.series(Map.of("country", long512 + "x")))
        .hasMessageContaining("513 bytes");
    assertThatThrownBy(() -> TWO.series(Map.of("city", "Bern")))
        .hasMessageContaining("country, plan");
    Breakdowns wide =
        new Breakdowns(
            List.of("a", "b", "c"),
            List.of(
                List.of("a", "b", "c"), List.of("a", "b"), List.of("b", "c"), List.of("a", "c")));
    assertThatThrownBy(() -> wide.series(Map.of("a", long512, "b", long512, "c", long512)))
        .hasMessageContaining("at most 4096");
  }
}
