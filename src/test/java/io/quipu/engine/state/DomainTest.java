package io.quipu.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.engine.windows.Window;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DomainTest {
  private static void assertInvalid(String field, Runnable making) {
    assertThatExceptionOfType(InvalidInput.class)
        .isThrownBy(making::run)
        .satisfies(invalid -> assertThat(invalid.field()).isEqualTo(field));
  }

  @Property
  void aTallyIsExact_howeverLargeTheDeltas(@ForAll List<Long> deltas) {
    RunningTally running = new RunningTally();
    BigInteger sum = BigInteger.ZERO;
    for (long delta : deltas) {
      running.add(delta, 2);
      sum = sum.add(BigInteger.valueOf(delta));
    }
    assertThat(running.tally()).isEqualTo(new Tally(sum, 2L * deltas.size()));
  }

  @Test
  void aTallyIsExact_pastTheEndsOfLong() {
    for (long extreme : new long[] {Long.MAX_VALUE, Long.MIN_VALUE}) {
      RunningTally running = new RunningTally();
      for (int i = 0; i < 5; i++) {
        running.add(extreme, 1);
      }
      assertThat(running.tally().count())
          .isEqualTo(BigInteger.valueOf(extreme).multiply(BigInteger.valueOf(5)));
    }
  }

  @Test
  void aSumOfZeroOverSomeEventsIsNotZero() {
    assertThat(Tally.of(0, 2).isZero()).isFalse();
    assertThat(Tally.ZERO.plus(Tally.of(0, 2))).isEqualTo(Tally.of(0, 2));
    assertThat(Tally.of(3, 1).plus(Tally.of(-3, 1))).isEqualTo(Tally.of(0, 2));
  }

  @Test
  void aTallyMayBeOfFewerThanNoEvents_whereAResetTookAwayMore() {
    RunningTally tally = new RunningTally();
    tally.add(5, 1);
    tally.subtract(Tally.of(7, 3));
    assertThat(tally.tally()).isEqualTo(Tally.of(-2, -2));
    assertThat(tally.tally().plus(Tally.of(2, 2)).isZero()).isTrue();
  }

  @Test
  void aTallyNeverWrapsItsEvents() {
    RunningTally tally = new RunningTally();
    tally.add(1, Long.MAX_VALUE);
    assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> tally.add(1, 1));
  }

  @Property
  void aWindowHoldsItsTime_beforeAndAfter1970(@ForAll long ticks) {
    EventTime time = new EventTime(ticks & (1L << 59) - 1);
    for (Granularity granularity : Granularity.values()) {
      Window window = granularity.windowOf(time);
      assertThat(window.start()).isLessThanOrEqualTo(time);
      assertThat(window.end()).isGreaterThan(time);
      assertThat(window.end()).isEqualTo(window.next().start());
    }
  }

  @Test
  void windowsAreAligned_before1970Too() {
    EventTime before = EventTime.ofEpochSecond(-1);
    assertThat(Granularity.MINUTE.windowOf(before).startSecond()).isEqualTo(-60);
    assertThat(Granularity.DAY.windowOf(before).startSecond()).isEqualTo(-86_400);
    assertThatIllegalArgumentException().isThrownBy(() -> new Window(Granularity.HOUR, 60));
  }

  @Property
  void aNamespaceIsOneIfItMatches(
      @ForAll @CharRange(from = '-', to = '~') @StringLength(max = 50) String text) {
    assertIsNamespaceIfItMatches(text);
  }

  @Property
  void aNamespaceIsOneIfItMatches_mostly(
      @ForAll
          @Chars({'a', 'z', 'q', '0', '9', '-', '_', 'A', '`', '{', 'é'})
          @StringLength(max = 50)
          String text) {
    assertIsNamespaceIfItMatches("a" + text);
  }

  private static void assertIsNamespaceIfItMatches(String text) {
    if (text.matches("[a-z][a-z0-9_-]{0,47}")) {
      CounterName.checkNamespace(text);
    } else {
      assertInvalid("namespace", () -> CounterName.checkNamespace(text));
    }
  }

  @Test
  void granularitiesAreSpeltInLowerCase() {
    assertThat(Granularity.parse("hour")).isEqualTo(Granularity.HOUR);
    assertInvalid("granularity", () -> Granularity.parse("HOUR"));
  }

  @Test
  void namesAreLimitedInBytes_notCharacters() {
    assertThat(new CounterName("n", "é".repeat(256)).name()).hasSize(256);
    assertInvalid("counter", () -> new CounterName("n", "é".repeat(257)));
    assertThat(new CounterName("n", "😀".repeat(128)).name()).hasSize(256);
    assertInvalid("counter", () -> new CounterName("n", "😀".repeat(128) + "x"));
    assertInvalid("counter", () -> new CounterName("n", "€".repeat(171)));
    assertInvalid("counter", () -> new CounterName("n", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "a\ud83d", "\ude00", "\ude00\ud83d", "\ud83dx"})
  void namesAndIdsHoldNoLoneSurrogates(String lone) {
    assertInvalid("counter", () -> new CounterName("n", lone));
    assertInvalid("id", () -> Event.adding(1, 1, lone));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "1a", "-a", "a b", "a.b", "ä", "a\n"})
  void namespacesAreSpeltNarrowly(String namespace) {
    assertInvalid("namespace", () -> new CounterName(namespace, "x"));
  }

  @Test
  void namespacesHaveAtMost48Characters() {
    CounterName.checkNamespace("a" + "_".repeat(47));
    assertInvalid("namespace", () -> CounterName.checkNamespace("a" + "_".repeat(48)));
  }

  @Test
  void deltasAreBoundedAndNotZero() {
    assertThat(Event.adding(Limits.DELTA, 1, null).delta()).isEqualTo(Limits.DELTA);
    assertThat(Event.adding(-Limits.DELTA, 1, null).delta()).isEqualTo(-Limits.DELTA);
    assertInvalid("delta", () -> Event.adding(Limits.DELTA + 1, 1, null));
    assertInvalid("delta", () -> Event.adding(-Limits.DELTA - 1, 1, null));
    assertInvalid("delta", () -> Event.adding(Long.MIN_VALUE, 1, null));
    assertInvalid("delta", () -> Event.adding(0, 1, null));
  }

  @Test
  void idsAreLimitedInBytes() {
    assertThat(Event.adding(1, 1, "x".repeat(256)).id()).hasSize(256);
    assertInvalid("id", () -> Event.adding(1, 1, "x".repeat(257)));
    assertInvalid("id", () -> Event.adding(1, 1, ""));
  }

  @Test
  void spansAreLengthsOrForever() {
    assertThat(TimeSpan.parse("retain", "90s").length()).isEqualTo(Duration.ofSeconds(90));
    assertThat(TimeSpan.parse("retain", "15m").length()).isEqualTo(Duration.ofMinutes(15));
    assertThat(TimeSpan.parse("retain", "24h").length()).isEqualTo(Duration.ofHours(24));
    assertThat(TimeSpan.parse("retain", "7d").length()).isEqualTo(Duration.ofDays(7));
    assertThat(TimeSpan.parse("retain", "forever").isForever()).isTrue();
    assertThat(TimeSpan.OFF.length()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "h", "01h", "-1h", "1w", "1h ", "off", "1234567890s"})
  void otherSpansAreRefused(String label) {
    assertInvalid("retain", () -> TimeSpan.parse("retain", label));
  }

  @Test
  void aStoredSpanThatNobodyCanRead_isNotTakenForAnother() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TimeSpan("soon"))
        .withMessageContaining("soon");
  }
}
