package io.quipu.engine.kinds.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Allowance;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kinds.linear.IncrementOutcome.PastBound;
import io.quipu.engine.kinds.linear.IncrementOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.state.Event;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counters that begin again at 0 in each period. */
class LinearPeriodsTest {
  private static final CounterName CALLS = new CounterName("calls", "customer-1");

  private final HandDrivenTime time = new HandDrivenTime();
  private final HandMadeLinearStore store = new HandMadeLinearStore();
  private Namespace namespace = with(Map.of("period", "hour", "max", "10"));
  private final LinearCounters counters =
      MemoryLinear.counters(
          store,
          () -> namespace,
          time,
          LinearSettings.of(100, 1_000_000),
          new LinearMeters(new SimpleMeterRegistry()));

  private static Namespace with(Map<String, String> settings) {
    return TestNamespaces.withSettings(Namespace.of("calls", "linear"), settings);
  }

  private void wall(String instant) {
    time.jumpWall(Duration.between(time.wall().instant(), Instant.parse(instant)));
  }

  private IncrementOutcome record(Event... events) {
    return Done.value(counters.record(new Increment(CALLS, Bounds.NONE, Arrays.asList(events))));
  }

  private Recorded recorded(long delta) {
    return (Recorded) record(new Event(delta, null));
  }

  private LinearCount read() {
    return (LinearCount)
        Done.value(
            new LinearReader(store, time)
                .count(new Question.Count(new KnownCounter(CALLS, namespace))));
  }

  private static Allowance left(long remaining, String resets) {
    return new Allowance(BigInteger.valueOf(remaining), EventTime.of(Instant.parse(resets)));
  }

  @Test
  void theBoundHoldsInEachHourAnew_andSaysWhatIsLeft_andWhenItIsOver() {
    wall("2026-05-01T10:59:00Z");
    assertThat(recorded(7).allowance()).isEqualTo(left(3, "2026-05-01T11:00:00Z"));
    assertThat(record(new Event(4, null)))
        .isEqualTo(
            new PastBound(
                7, 4, new Bounds(Long.MIN_VALUE, 10), Duration.ofMinutes(1).minusNanos(100)));
    assertThat(record(new Event(11, null)))
        .as("never")
        .isEqualTo(new PastBound(7, 11, new Bounds(Long.MIN_VALUE, 10)));

    wall("2026-05-01T11:00:00Z");
    assertThat(read().count()).isZero();
    assertThat(read().resets()).isEqualTo(EventTime.of(Instant.parse("2026-05-01T12:00:00Z")));
    Recorded next = recorded(10);
    assertThat(next.last().count()).isEqualTo(10);
    assertThat(next.allowance()).isEqualTo(left(0, "2026-05-01T12:00:00Z"));
    assertThat(read().state().events()).as("of all periods").isEqualTo(2);
  }

  @Test
  void noPeriodBeginsTwice_whateverTheClockSays() {
    wall("2026-05-01T11:00:01Z");
    recorded(9);
    wall("2026-05-01T10:30:00Z");
    assertThat(read().count()).isEqualTo(9);
    assertThat(record(new Event(2, null))).isInstanceOf(PastBound.class);
    assertThat(recorded(1).last().count()).isEqualTo(10);
    wall("2026-05-01T11:30:00Z");
    assertThat(record(new Event(1, null))).isInstanceOf(PastBound.class);
  }

  @Test
  void allEventsOfAStepCountInOnePeriod() {
    wall("2026-05-01T10:59:59.9999999Z");
    Recorded one = (Recorded) record(new Event(1, null), new Event(2, null), new Event(3, null));
    assertThat(one.events())
        .allMatch(
            event ->
                !EventTime.of(event.at())
                    .isBefore(EventTime.of(Instant.parse("2026-05-01T11:00:00Z"))));
    assertThat(one.last().count()).isEqualTo(6);
  }

  @Test
  void aResetSetsTheCountBackToZero_andIdsStay() {
    namespace = with(Map.of("max", "10"));
    record(new Event(7, 3, "a"));
    Recorded reset = (Recorded) Done.value(counters.record(Increment.reset(CALLS)));
    assertThat(reset.last().count()).isZero();
    assertThat(read().isEmpty()).isTrue();
    assertThat(((Recorded) record(new Event(7, 3, "a"))).last().count())
        .as("told again")
        .isEqualTo(7);
    assertThat(read().count()).as("not counted again").isZero();
    assertThat(recorded(10).last().count()).isEqualTo(10);
    assertThat(read().state().eventsSince()).isEqualTo(1);
    assertThat(read().isEmpty()).isFalse();
  }

  @Test
  void anIdCountsOnce_alsoInALaterPeriod() {
    wall("2026-05-01T10:30:00Z");
    Recorded first = (Recorded) record(new Event(4, "a"));
    wall("2026-05-01T11:30:00Z");
    assertThat(((Recorded) record(new Event(4, "a"))).last().at()).isEqualTo(first.last().at());
    assertThat(read().count()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "hour, UTC, 2026-03-29T01:30:00Z, 2026-03-29T01:00:00Z, 2026-03-29T02:00:00Z",
    "hour, Asia/Kolkata, 2026-03-29T01:10:00Z, 2026-03-29T00:30:00Z, 2026-03-29T01:30:00Z",
    "day, Europe/Zurich, 2026-03-29T12:00:00Z, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z",
    "day, Europe/Zurich, 2026-10-25T12:00:00Z, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z",
    "month, America/New_York, 2026-12-31T23:00:00Z, 2026-12-01T05:00:00Z, 2027-01-01T05:00:00Z"
  })
  void periodsAreThoseOfTheZone(String unit, String zone, String at, String start, String end) {
    CountingPeriod period = CountingPeriod.of(Map.of("period", unit, "tz", zone));
    EventTime within = EventTime.of(Instant.parse(at));
    assertThat(period.startOf(within).instant()).isEqualTo(start);
    assertThat(period.endOf(within).instant()).isEqualTo(end);
    assertThat(period.startOf(period.endOf(within))).isEqualTo(period.endOf(within));
  }

  @Test
  void aChangedPeriodHoldsForWhatIsCountedNext() {
    wall("2026-05-01T10:30:00Z");
    recorded(4);
    namespace = with(Map.of("max", "10"));
    time.pass(Duration.ofSeconds(3));
    wall("2026-05-01T11:30:00Z");
    assertThat(recorded(5).last().count()).isEqualTo(9);
    assertThat(recorded(1).allowance()).isNull();
    namespace = with(Map.of("max", "10", "period", "month"));
    time.pass(Duration.ofSeconds(3));
    assertThat(record(new Event(1, null))).isInstanceOf(PastBound.class);
    wall("2026-06-01T00:00:00Z");
    assertThat(recorded(2).last().count()).isEqualTo(2);
  }

  @Test
  void answersSayWhatIsLeft_notLessThanNothing() {
    wall("2026-05-01T10:30:00Z");
    recorded(9);
    namespace = with(Map.of("period", "hour", "max", "5"));
    JsonText json = new JsonText().beginObject();
    LinearCount count = read();
    count.write(json);
    assertThat(json.endObject().toString())
        .contains("\"count\":9", "\"remaining\":0,\"resets\":\"2026-05-01T11:00:00Z\"");
    String version = count.version();
    wall("2026-05-01T11:00:00Z");
    assertThat(read().version()).as("of the next period").isNotEqualTo(version);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "period=week,max=1|period",
        "period=hour|period",
        "period=,max=1|period",
        "tz=UTC,max=1|tz",
        "period=day,max=1,tz=Mars|tz"
      })
  void refusesPeriodsThatCannotBe(String settings, String field) {
    Map<String, String> given = new TreeMap<>();
    for (String one : List.of(settings.split(","))) {
      given.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
    }
    LinearKind kind =
        new LinearKind(
            () -> store,
            () -> null,
            LinearSettings.of(1, 1),
            new LinearMeters(new SimpleMeterRegistry()),
            time);
    assertThatThrownBy(() -> kind.check(with(given)))
        .isInstanceOfSatisfying(
            InvalidInput.class, finding -> assertThat(finding.field()).isEqualTo(field));
  }
}
