package io.quipu.edge.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.Series;
import io.quipu.engine.names.TestNamespaces;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

class SeriesInputTest {
  private static final KnownCounter COUNTER =
      new KnownCounter(
          new CounterName("votes", "a"),
          TestNamespaces.withSettings(
              Namespace.of("votes", "event"),
              Map.of("labels", "country,plan", "breakdowns", "country;country,plan;plan")));
  private static final SeriesInput BY_COUNTRY = asked("country", null);
  private static final SeriesInput BY_BOTH = asked("country,plan", null);

  private static SeriesInput asked(String by, String where) {
    return SeriesInput.of(Optional.of(by), Optional.ofNullable(where));
  }

  private static String after(SeriesInput input, String after) {
    return input.range(COUNTER, after, 10, false).after();
  }

  private static void isRefused(SeriesInput input, String after) {
    assertThatThrownBy(() -> after(input, after))
        .as(after)
        .isInstanceOfSatisfying(
            InvalidInput.class, wrong -> assertThat(wrong.field()).isEqualTo("after"));
  }

  @Property(tries = 500)
  void goesOnAfterASeriesOfTheSameBreakdown_andAfterNoOther(
      @ForAll @StringLength(max = 5) String country, @ForAll @StringLength(max = 5) String plan) {
    // lone surrogates are no values of labels
    String one = new String(country.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    String other = new String(plan.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    String key = new Series(0, List.of(one)).key();
    String both = new Series(1, List.of(one, other)).key();
    assertThat(after(BY_COUNTRY, SeriesInput.next(key))).isEqualTo(key);
    assertThat(after(BY_BOTH, SeriesInput.next(both))).isEqualTo(both);
    isRefused(BY_BOTH, SeriesInput.next(key));
    isRefused(BY_COUNTRY, SeriesInput.next(both));
    isRefused(BY_COUNTRY, SeriesInput.next(new Series(2, List.of(one)).key()));
    isRefused(BY_BOTH, SeriesInput.next(new Series(1, List.of(one)).key()));
    isRefused(BY_COUNTRY, SeriesInput.next(key) + "=");
    isRefused(asked("country", "plan:" + "another"), SeriesInput.next(both));
  }

  @Property(tries = 1_000)
  void takesNoOtherTextForASeries(
      @ForAll byte[] bytes, @ForAll @IntRange(max = 3) int cut, @ForAll String text) {
    String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    for (String after :
        List.of(encoded, encoded.substring(Math.min(cut, encoded.length())), text)) {
      if (after.isEmpty()) {
        continue;
      }
      try {
        Series series = Series.of(after(BY_COUNTRY, after));
        assertThat(series.breakdown()).isZero();
        assertThat(series.values()).hasSize(1);
        assertThat(SeriesInput.next(series.key())).isEqualTo(after);
      } catch (InvalidInput wrong) {
        assertThat(wrong.field()).isEqualTo("after");
      }
    }
  }

  /** A country is no place in a list, though it looks like Base64. */
  @Example
  void refusesAValueOfALabelAsAPlace() {
    for (String after : List.of("CH", "AT", "0", "0CH", "MENI=", "++", "%", " ")) {
      isRefused(BY_COUNTRY, after);
    }
    assertThat(after(BY_COUNTRY, "")).isEmpty();
  }

  @Example
  void isRefused_whenItIsEmpty() {
    for (String field : List.of("by", "where")) {
      Optional<String> by = field.equals("by") ? Optional.of("") : Optional.empty();
      Optional<String> where = field.equals("where") ? Optional.of("") : Optional.empty();
      assertThatThrownBy(() -> SeriesInput.of(by, where))
          .isInstanceOfSatisfying(
              InvalidInput.class, wrong -> assertThat(wrong.field()).isEqualTo(field))
          .hasMessageContaining("empty; leave it out");
    }
  }
}
