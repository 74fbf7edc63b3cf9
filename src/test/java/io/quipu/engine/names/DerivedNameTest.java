package io.quipu.engine.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names of states that are derived of a counter, and under what they are stored. */
class DerivedNameTest {
  private static final CounterName COUNTER = new CounterName("sizes", 2, 1, "a!b\0c");
  private static final CounterName GERMAN = series(COUNTER, 0, "de");
  private static final Window HOUR = new Window(Granularity.HOUR, -3_600);
  private static final Window DAY = new Window(Granularity.DAY, 86_400);

  private static CounterName series(CounterName counter, int breakdown, String... values) {
    return counter.with(new Series(breakdown, List.of(values)).key());
  }

  static Stream<DerivedName> all() {
    return Stream.of(
            COUNTER,
            new CounterName("sizes", "plain"),
            GERMAN,
            series(COUNTER, 7, "", "\0", "!\0\0!"),
            series(new CounterName("sizes", "!"), 0, "h101767225600"))
        .flatMap(
            one ->
                Stream.of(
                    DerivedName.whole(one), new DerivedName(one, HOUR), new DerivedName(one, DAY)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void isFoundAgainByWhatIsStored(DerivedName name) {
    assertThat(DerivedName.ofStored(name.stored(), name.name())).isEqualTo(name);
    if (name.isDerived()) {
      assertThat(DerivedName.of(name.parent(), name.derivation())).isEqualTo(name);
    }
  }

  @Test
  void allAreStoredApart() {
    List<DerivedName> all = all().toList();
    assertThat(all.stream().map(one -> List.of(one.stored(), one.name())).distinct())
        .hasSameSizeAs(all);
    assertThat(all.stream().sorted().distinct()).hasSameSizeAs(all);
  }

  @Test
  void aWindowOfASeriesIsDerivedOfTheSeries_andTheSeriesOfItsCounter() {
    DerivedName hour = new DerivedName(GERMAN, HOUR);
    assertThat(hour.parent()).isEqualTo(GERMAN);
    assertThat(hour.derivation()).isEqualTo(new DerivedName(COUNTER, HOUR).derivation());
    assertThat(DerivedName.whole(GERMAN).parent()).isEqualTo(COUNTER);
    assertThat(DerivedName.whole(COUNTER).isDerived()).isFalse();
  }

  @Test
  void theSeriesOfABreakdownAreARangeOfDerivations() {
    NameRange range = DerivedName.ofBreakdown(1);
    assertThat(range.contains(DerivedName.whole(series(COUNTER, 1, "")).derivation())).isTrue();
    assertThat(range.contains(DerivedName.whole(series(COUNTER, 1, "\uffff")).derivation()))
        .isTrue();
    assertThat(range.contains(DerivedName.whole(series(COUNTER, 0, "\uffff")).derivation()))
        .isFalse();
    assertThat(range.contains(DerivedName.whole(series(COUNTER, 2, "")).derivation())).isFalse();
    assertThat(range.contains(new DerivedName(COUNTER, HOUR).derivation())).isFalse();
  }

  @Test
  void allStatesOfANamespaceAreKnownByIt_andThoseOfOthersAreNot() {
    String stored = COUNTER.stored();
    for (CounterName one : List.of(COUNTER, GERMAN)) {
      assertThat(DerivedName.isOf(DerivedName.whole(one).stored(), stored)).isTrue();
      assertThat(DerivedName.isOf(new DerivedName(one, DAY).stored(), stored)).isTrue();
    }
    CounterName longer = new CounterName("un" + COUNTER.namespace(), 2, 1, "a");
    for (CounterName one : List.of(longer, series(longer, 0, "de"), COUNTER.afterPurge())) {
      assertThat(DerivedName.isOf(DerivedName.whole(one).stored(), stored)).isFalse();
      assertThat(DerivedName.isOf(new DerivedName(one, DAY).stored(), stored)).isFalse();
    }
  }

  @Test
  void whatNoNameIsStoredAs_isRefused() {
    for (String stored : List.of("!h1", "!x101767225600!sizes", "!!sizes", "!h!sizes")) {
      assertThatThrownBy(() -> DerivedName.ofStored(stored, "a"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
