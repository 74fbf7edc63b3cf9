package io.quipu.engine.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdMerge;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.LastStep;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.Window;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A page changes as a whole, from the state that was expected, or not at all. */
public abstract class PageStoreContract extends StoreContract {
  protected static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  protected static final CounterName A = new CounterName("votes", "a");
  protected static final CounterName B = new CounterName("votes", "b");
  protected static final CasOutcome APPLIED = CasOutcome.APPLIED;
  protected static final CasOutcome REFUSED = CasOutcome.REFUSED;
  private static final BigInteger HUGE = BigInteger.valueOf(Long.MAX_VALUE).pow(2).negate();

  protected int page;
  protected PageStore store;

  /** The store to be tested. */
  protected abstract PageStore pages();

  @BeforeEach
  void freshPage() {
    page = UnusedParts.next();
    store = pages();
  }

  @Test
  void aPageNeverSettledHasNothing() {
    PageState nothing = new PageState(PageHeader.NONE, Map.of());

    assertThat(await(store.read(page, List.of(A)))).isEqualTo(nothing);
    assertThat(await(store.readSerial(page, List.of(A)))).isEqualTo(nothing);
    assertThat(await(store.read(page, List.of()))).isEqualTo(nothing);
    assertThat(await(store.lastStep(page))).isEqualTo(new LastStep(PageHeader.NONE, List.of()));
  }

  @Test
  void theFirstStepExpectsNone() {
    PageHeader first = after(PageHeader.NONE, 10);

    assertThat(advance(EventTime.MIN, first, Map.of(A, state(5, 10)))).isEqualTo(APPLIED);

    isStored(first, Map.of(A, state(5, 10)), A, B);
    assertThat(advance(EventTime.MIN, after(PageHeader.NONE, 11), Map.of(B, state(1, 11))))
        .isEqualTo(REFUSED);
    isStored(first, Map.of(A, state(5, 10)), A, B);
  }

  @Test
  void aStepStartsOnlyFromTheExpectedOne() {
    PageHeader first = step(PageHeader.NONE, 10, Map.of(A, state(5, 10)));
    PageHeader second = after(first, 20);

    assertThat(advance(START.plusTicks(9), second, Map.of(A, state(6, 20)))).isEqualTo(REFUSED);
    assertThat(advance(START.plusTicks(11), second, Map.of(A, state(6, 20)))).isEqualTo(REFUSED);
    assertThat(advance(first.until(), second, Map.of(A, state(6, 20)))).isEqualTo(APPLIED);
    assertThat(advance(first.until(), after(first, 30), Map.of(A, state(7, 30))))
        .isEqualTo(REFUSED);

    isStored(second, Map.of(A, state(6, 20)), A);
  }

  @Test
  void aStepReplacesTheCountersThatItChanges_andNoOthers() {
    PageHeader first = step(PageHeader.NONE, 10, Map.of(A, state(1, 10), B, state(2, 10)));
    CounterName another = new CounterName("votesa", "a");

    PageHeader second = step(first, 20, Map.of(B, state(3, 20), another, state(4, 20)));

    isStored(
        second, Map.of(A, state(1, 10), B, state(3, 20), another, state(4, 20)), A, B, another);
    isStored(second, Map.of(B, state(3, 20)), B);
    isStored(second, Map.of());
  }

  @Test
  void aRefusedStepLeavesNoTrace() {
    PageHeader first = step(PageHeader.NONE, 10, Map.of(A, full(10)));

    assertThat(advance(EventTime.MIN, after(first, 20), Map.of(A, state(9, 20), B, state(9, 20))))
        .isEqualTo(REFUSED);

    isStored(first, Map.of(A, full(10)), A, B);
    assertThat(await(store.lastStep(page))).isEqualTo(new LastStep(first, List.of(A)));
  }

  @Test
  void theLastStepKnowsWhatItChanged() {
    PageHeader first = step(PageHeader.NONE, 10, Map.of(A, state(1, 10), B, state(2, 10)));
    assertThat(await(store.lastStep(page)).changed()).containsExactlyInAnyOrder(A, B);

    PageHeader second = step(first, 20, Map.of(B, state(3, 20)));
    assertThat(await(store.lastStep(page))).isEqualTo(new LastStep(second, List.of(B)));

    PageHeader third = step(second, 30, Map.of());
    assertThat(await(store.lastStep(page))).isEqualTo(new LastStep(third, List.of()));
    isStored(third, Map.of(A, state(1, 10), B, state(3, 20)), A, B);
  }

  /** A page of which nothing was recorded moves to the horizon, too. */
  @Test
  void theFirstStepMayChangeNothing() {
    PageHeader first = step(PageHeader.NONE, 10, Map.of());

    isStored(first, Map.of(), A);
    assertThat(await(store.lastStep(page))).isEqualTo(new LastStep(first, List.of()));
  }

  @Test
  void everythingOfAStateIsKept_untilItIsReplaced() {
    PageHeader first = step(PageHeader.NONE, 10, Map.of(A, full(10)));
    isStored(first, Map.of(A, full(10)), A);

    CounterState exported = full(10).exported();
    PageHeader second = step(first, 20, Map.of(A, exported));
    isStored(second, Map.of(A, exported), A);

    PageHeader third = step(second, 30, Map.of(A, state(1, 30)));
    isStored(third, Map.of(A, state(1, 30)), A);
  }

  /** With one of everything, and nothing small. */
  private static CounterState full(int tick) {
    EventTime until = START.plusTicks(tick);
    List<CountedId> ids =
        List.of(
            new CountedId("z", START.timeuuid(0x3fff, (1L << 48) - 1), -7, Integer.MAX_VALUE, 1),
            new CountedId(
                "\uD83C\uDF89\u0000'", START.timeuuid(0, 1), Long.MIN_VALUE, 1, Integer.MAX_VALUE),
            new CountedId(
                "x".repeat(256),
                START.plusTicks(1).timeuuid(0, 1),
                Long.MAX_VALUE,
                1,
                DeduplicationWindow.FOREVER),
            new CountedId("z", START.plusTicks(2).timeuuid(0, 1), 1, 1, 86_400));
    Map<Window, Tally> open = new HashMap<>();
    Map<Window, Tally> closed = new HashMap<>();
    for (Granularity granularity : Granularity.values()) {
      open.put(granularity.windowOf(until), new Tally(HUGE, Long.MAX_VALUE));
      closed.put(new Window(granularity, -86_400), Tally.of(-5, 3));
      closed.put(new Window(granularity, 0), new Tally(HUGE, 1));
    }
    return new CounterState(
        new Tally(HUGE, Long.MAX_VALUE),
        until,
        open,
        new PendingFacts(true, ids, closed),
        1 | 1 << RetentionClass.USUAL | 1 << RetentionClass.FOREVER);
  }

  @Test
  void everythingOfAHeaderIsKept_untilItIsReplaced() {
    IdRun one = new IdRun(RunPeriod.of(DeduplicationWindow.FOREVER, START), 2, 0, 1 << 24, 98_690);
    IdRun two = new IdRun(RunPeriod.of(86_400, START), 1L << 40, 3, 7, 1);
    IdRun three = new IdRun(RunPeriod.of(Integer.MAX_VALUE, START), 8, 1, 20, 1);
    IdRuns runs =
        new IdRuns(
            List.of(one, two),
            List.of(new IdMerge(three, List.of(4L, 1L << 40))),
            List.of(two, three));
    PageHeader first = PageHeader.NONE.next(START, runs);
    assertThat(advance(EventTime.MIN, first, Map.of())).isEqualTo(APPLIED);
    isStored(first, Map.of());

    PageHeader second = first.next(EventTime.MAX, runs.deleted(List.of(two)));
    assertThat(advance(START, second, Map.of())).isEqualTo(APPLIED);
    isStored(second, Map.of());
  }

  @Test
  void anyCounterNameIsAKey() {
    Map<CounterName, CounterState> all = new HashMap<>();
    for (String name :
        List.of(
            "\u0000",
            "a/b%c d",
            "\uD83C\uDF89\uD83C\uDF89",
            "'; DROP TABLE page; --",
            "x".repeat(512))) {
      all.put(new CounterName("n", name), state(all.size(), 10));
    }

    PageHeader first = step(PageHeader.NONE, 10, all);

    isStored(first, all, all.keySet().toArray(CounterName[]::new));
    assertThat(await(store.lastStep(page)).changed())
        .containsExactlyInAnyOrderElementsOf(all.keySet());
  }

  @Test
  void seriesAreBesideTheirCounter_underAnyNameAndValue() {
    Map<CounterName, CounterState> all = new HashMap<>();
    all.put(A, state(1, 10));
    for (String value : List.of("", "CH", "\u0000", "\u0000\u0000", "!", "x".repeat(512))) {
      all.put(A.with(new Series(0, List.of(value)).key()), state(all.size(), 10));
      all.put(A.with(new Series(1, List.of(value, value)).key()), state(all.size(), 10));
    }
    PageHeader first = step(PageHeader.NONE, 10, all);

    isStored(first, all, all.keySet().toArray(CounterName[]::new));
    assertThat(await(store.lastStep(page)).changed())
        .containsExactlyInAnyOrderElementsOf(all.keySet());
  }

  @Test
  void asManyCountersAsAllowedMayChangeAtOnce() {
    Map<CounterName, CounterState> all = new HashMap<>();
    for (int i = 0; i < PageStore.MOST_COUNTERS; i++) {
      all.put(new CounterName("votes", "counter " + i), state(i, 10));
    }

    PageHeader first = step(PageHeader.NONE, 10, all);

    isStored(first, all, all.keySet().toArray(CounterName[]::new));
    assertThat(await(store.lastStep(page)).changed()).hasSize(PageStore.MOST_COUNTERS);
  }

  @Test
  void pagesKeepTheirOwnCounters() {
    step(PageHeader.NONE, 10, Map.of(A, state(1, 10)));
    page += UnusedParts.PARTS;

    isStored(PageHeader.NONE, Map.of(), A);
    PageHeader other = step(PageHeader.NONE, 20, Map.of(A, state(2, 20)));
    isStored(other, Map.of(A, state(2, 20)), A);
  }

  @Test
  void manyStepsInARowAreEachSeen() {
    PageHeader header = PageHeader.NONE;
    for (int i = 1; i <= 2 * PageStore.STEPS_KEPT + 3; i++) {
      header = step(header, i, Map.of(i % 2 == 0 ? A : B, state(i, i)));
      isStored(
          header,
          i == 1
              ? Map.of(B, state(1, 1))
              : Map.of(i % 2 == 0 ? A : B, state(i, i), i % 2 == 0 ? B : A, state(i - 1, i - 1)),
          A,
          B);
    }
  }

  @Test
  void ofManyThatAdvanceAtOnce_exactlyOneDoes() {
    advanceAtOnceFrom(PageHeader.NONE);
    page += UnusedParts.PARTS;
    advanceAtOnceFrom(step(PageHeader.NONE, 10, Map.of(A, state(1, 10))));
  }

  private void advanceAtOnceFrom(PageHeader before) {
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      racing.add(
          store.advance(
              page,
              before.until(),
              after(before, 20 + i),
              Map.of(A, state(i, 20 + i), B, state(-i, 20 + i))));
    }
    int applied = onlyApplied(racing);
    PageState winner = await(store.readSerial(page, List.of(A, B)));
    if (applied > 0) {
      assertThat(winner.header()).isEqualTo(after(before, 20 + applied));
    }
    EventTime until = winner.header().until();
    assertThat(winner.of(A).until()).isEqualTo(until);
    assertThat(winner.of(B).total())
        .isEqualTo(Tally.of(-winner.of(A).total().events(), winner.of(A).total().events()));
  }

  /** One whose step has an unknown outcome may find it refused, and itself be the reason. */
  @Test
  void theSameStepTwiceIsAppliedOnce() {
    PageHeader first = after(PageHeader.NONE, 10);
    Map<CounterName, CounterState> changed = Map.of(A, state(5, 10));

    assertThat(advance(EventTime.MIN, first, changed)).isEqualTo(APPLIED);
    assertThat(advance(EventTime.MIN, first, changed)).isEqualTo(REFUSED);
    isStored(first, changed, A);
  }

  protected static PageHeader after(PageHeader before, int tick) {
    return before.next(START.plusTicks(tick), before.ids());
  }

  /**
   * A counter that was settled last at a tick; its count, but for the sign, is that of its events.
   */
  protected static CounterState state(long count, int tick) {
    return new CounterState(
        Tally.of(count, Math.abs(count)),
        START.plusTicks(tick),
        Map.of(),
        PendingFacts.NONE,
        1 << RetentionClass.USUAL);
  }

  protected PageHeader step(PageHeader before, int tick, Map<CounterName, CounterState> changed) {
    PageHeader next = after(before, tick);
    assertThat(advance(before.until(), next, changed)).isEqualTo(APPLIED);
    return next;
  }

  protected CasOutcome advance(
      EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
    return await(store.advance(page, expected, next, changed));
  }

  protected void isStored(
      PageHeader header, Map<CounterName, CounterState> counters, CounterName... asked) {
    Collection<CounterName> all = List.of(asked);
    assertThat(await(store.readSerial(page, all))).isEqualTo(new PageState(header, counters));
    assertThat(await(store.read(page, all))).isEqualTo(new PageState(header, counters));
  }
}
