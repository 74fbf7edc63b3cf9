package io.quipu.engine.state;

import static io.quipu.engine.time.Noon.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.Window;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values that must not exist cannot be made. */
class PageInvariantsTest {
  private static final EventTime LATER = NOON.plusTicks(1);
  private static final IdRuns SOME =
      new IdRuns(List.of(new IdRun(new RunPeriod(0, 0), 2, 0, 1, 1)), List.of(), List.of());

  @Test
  void aPageOnlyMovesForward() {
    PageHeader first = PageHeader.NONE.next(NOON, IdRuns.NONE);
    assertThat(first).isEqualTo(new PageHeader(NOON, EventTime.MIN, IdRuns.NONE, 1));
    assertThat(first.next(LATER, SOME)).isEqualTo(new PageHeader(LATER, NOON, SOME, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> first.next(NOON, SOME))
        .withMessageContaining("does not grow");
  }

  @Test
  void aPageCollectsNothingThatIsNotSettled() {
    assertThat(new PageHeader(NOON, NOON, SOME, 7)).isNotNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PageHeader(NOON, LATER, SOME, 7))
        .withMessageContaining("after until");
  }

  @Test
  void whatIsSettledWasSettledByAStep() {
    assertThat(PageHeader.NONE.isFirst()).isTrue();
    assertThat(PageHeader.NONE.next(NOON, SOME).isFirst()).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PageHeader(NOON, EventTime.MIN, SOME, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PageHeader(EventTime.MIN, EventTime.MIN, SOME, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PageHeader(NOON, EventTime.MIN, SOME, -1));
  }

  @Test
  void openWindowsHoldUntil() {
    Tally tally = Tally.of(1, 1);
    Window from = Granularity.MINUTE.windowOf(NOON);
    Window before = Granularity.MINUTE.windowOf(NOON.plusTicks(-1));
    CounterState open = new CounterState(tally, NOON, Map.of(from, tally), PendingFacts.NONE, 1);

    assertThat(open.open()).containsOnlyKeys(from);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new CounterState(tally, NOON, Map.of(before, tally), PendingFacts.NONE, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new CounterState(tally, NOON, Map.of(from.next(), tally), PendingFacts.NONE, 1))
        .withMessageContaining("does not hold");
  }

  @Test
  void aTotalHasNoFewerThanNoEvents() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new CounterState(Tally.of(1, -1), EventTime.MIN, Map.of(), PendingFacts.NONE, 1))
        .withMessageContaining("-1");
  }

  @Test
  void aRestingCounterLosesOnlyWhatWasExported() {
    Tally tally = Tally.of(1, 1);
    PendingFacts facts =
        new PendingFacts(
            true,
            List.of(new CountedId("id", NOON.timeuuid(0, 1), 1, 1, 0)),
            Map.of(new Window(Granularity.MINUTE, 0), tally));
    Map<Window, Tally> open = Map.of(Granularity.DAY.windowOf(NOON), tally);
    CounterState state = new CounterState(tally, NOON, open, facts, 1);

    assertThat(state.exported())
        .isEqualTo(new CounterState(tally, NOON, open, PendingFacts.NONE, 1));
    assertThat(CounterState.NONE.isNew()).isTrue();
    assertThat(state.isNew()).isFalse();
  }

  @Test
  void allRowsOfACounterAreThere_fromWhereTheFirstOfItsClassesIsDeleted() {
    CounterState none = CounterState.NONE;
    assertThat(none.retainedFrom(NOON)).isEqualTo(EventTime.MIN);
    assertThat(of(RetentionClass.FOREVER).retainedFrom(NOON)).isEqualTo(EventTime.MIN);
    assertThat(of(1, RetentionClass.FOREVER).retainedFrom(NOON))
        .isEqualTo(EventTime.ofEpochSecond(NOON.epochSecond() - 60));
    assertThat(of(0, 1, 5).retainedFrom(NOON)).isEqualTo(NOON);
  }

  private static CounterState of(int... retentions) {
    int bits = 0;
    for (int retention : retentions) {
      bits |= 1 << retention;
    }
    return new CounterState(Tally.of(1, 1), NOON, Map.of(), PendingFacts.NONE, bits);
  }

  @Test
  void bucketsStartEveryFewSeconds() {
    EventPartition noon = new EventPartition(5, NOON.epochSecond(), 0);
    assertThat(noon.start()).isEqualTo(NOON);
    assertThat(noon.next().start()).isEqualTo(noon.end());
    assertThat(EventPartition.bucketOf(noon.end().plusTicks(-1))).isEqualTo(noon.bucket());
    assertThat(EventPartition.bucketOf(noon.end())).isEqualTo(noon.next().bucket());
    assertThat(noon.hour()).isEqualTo(NOON.epochSecond());
    assertThat(EventPartition.hourOf(NOON.plusTicks(-1))).isEqualTo(noon.hour() - 3_600);
    assertThat(EventPartition.HOUR_SECONDS % EventPartition.BUCKET_SECONDS).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EventPartition(5, NOON.epochSecond() + 1, 0))
        .withMessageContaining("no bucket");
  }

  @Test
  void partitionsAreInTheOrderOfTime() {
    List<EventPartition> ordered =
        List.of(
            new EventPartition(5, -5, 1),
            new EventPartition(5, 0, 0),
            new EventPartition(5, 0, 1),
            new EventPartition(6, 0, 0),
            new EventPartition(0, 5, 0));
    assertThat(ordered.stream().sorted((a, b) -> b.compareTo(a)).sorted()).isEqualTo(ordered);
  }
}
