package io.quipu.engine.query;

import static io.quipu.engine.names.TestNamespaces.known;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.query.QueryMessages.Range;
import io.quipu.engine.query.QueryMessages.WindowCounts;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.scripted.ScriptedClosedWindows;
import io.quipu.testing.sim.scripted.ScriptedPageStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WindowCountingTest extends QueryFixture {
  private final List<Integer> ended = new ArrayList<>();
  private final WindowCounting windows = new WindowCounting(reads, stores.windows, ended::add);

  private List<WindowCount> minutes(KnownCounter counter, int first, int last, long horizon) {
    return value(windows.count(range(counter, first, last), second(horizon))).windows();
  }

  private List<WindowCount> minutes(int first, int last, long horizon) {
    return minutes(one(A), first, last, horizon);
  }

  private Range range(KnownCounter counter, int first, int last) {
    return Range.of(counter, minute(first), minute(last));
  }

  private Window minute(int minute) {
    return Granularity.MINUTE.windowOf(second(minute * 60L));
  }

  private List<Long> events(int first, int last) {
    return minutes(first, last, 0).stream().map(window -> window.tally().events()).toList();
  }

  @Test
  void addsUpClosedWindows_thoseOfTheRow_andTheTail() {
    put(10, 1);
    settle(70);
    put(80, 1);
    put(90, 1);
    settle(130);
    put(140, 1);
    put(150, 1);
    put(160, 1);
    settle(170);
    put(175, 1);
    put(190, 1);
    assertThat(events(0, 4)).containsExactly(1L, 2L, 4L, 1L, 0L);
    assertThat(events(0, 4)).as("the tail read on a guess").containsExactly(1L, 2L, 4L, 1L, 0L);
    settle(300);
    assertThat(events(0, 4)).containsExactly(1L, 2L, 4L, 1L, 0L);
    settle(600);
    assertThat(events(0, 4)).as("of a counter at rest").containsExactly(1L, 2L, 4L, 1L, 0L);
  }

  @Test
  void isSettledOnlyUpToThePage_howeverFarTheHorizonIs() {
    settle(60);
    assertThat(minutes(0, 2, 600))
        .extracting(WindowCount::settled)
        .containsExactly(true, false, false);
  }

  @Test
  void saysNothingIsSettled_thatAnEventNobodyAcknowledgedMayStillMove() {
    settle(1);
    put(70, 5, "x", DeduplicationWindow.FOREVER);
    List<WindowCount> before = minutes(0, 1, 600);
    // The first sending, of a writer that died, reaches a replica late.
    put(30, 5, "x", DeduplicationWindow.FOREVER);
    List<WindowCount> after = minutes(0, 1, 600);
    assertThat(before).extracting(WindowCount::tally).containsExactly(Tally.ZERO, Tally.of(5, 1));
    assertThat(after).extracting(WindowCount::tally).containsExactly(Tally.of(5, 1), Tally.ZERO);
    assertThat(before).extracting(WindowCount::settled).containsExactly(false, false);
  }

  private static KnownCounter keeping(String keep) {
    KnownCounter counter = one(A);
    return new KnownCounter(
        A, TestNamespaces.withSettings(counter.namespace(), Map.of(Keep.SETTING, keep)));
  }

  @Test
  void leavesOutWhatIsNotShown_andSaysWhereTheRestBegins() {
    put(10, 1);
    put(70, 1);
    put(130, 1);
    settle(200);
    Range some = Range.of(keeping("minute=1m"), minute(0), minute(3));
    WindowCounts all = value(windows.count(some, second(59)));
    assertThat(all.windows()).extracting(found -> found.window().start()).startsWith(second(120));
    assertThat(all.shownFrom()).isEqualTo(second(120).epochSecond());
    WindowCounts none = value(windows.count(some, second(1_000)));
    assertThat(none.windows()).isEmpty();
    assertThat(none.shownFrom()).isEqualTo(second(900).epochSecond());
    WindowCounts unlimited = value(windows.count(range(one(A), 0, 3), second(1_000)));
    assertThat(unlimited.windows()).hasSize(4);
    assertThat(unlimited.shownFrom()).isNull();
  }

  @Test
  void countsAgain_whereAPageHasPassedTheEndOfAWindowMeanwhile() {
    put(10, 1);
    settle(70);
    stores.pages.script.hold(ScriptedPageStore.Call.READ, true);
    var counts = windows.count(Range.of(keeping("minute=1m"), minute(0), minute(2)), second(70));
    time.passMillis(0);
    stores.pages.script.hold(ScriptedPageStore.Call.READ, false);
    put(80, 1);
    settle(130);
    stores.pages.script.held().get(0).answered();
    assertThat(value(counts).windows())
        .extracting(found -> found.window().start())
        .containsExactly(second(60), second(120));
  }

  @Test
  void readsTheRowFirst_andClosedWindowsAfterIt() {
    put(10, 1);
    settle(70);
    minutes(0, 1, 0);
    stores.pages.script.hold(ScriptedPageStore.Call.READ, true);
    var counts = windows.count(range(one(A), 0, 2), second(0));
    time.passMillis(0);
    assertThat(stores.windows.script.calls(ScriptedClosedWindows.Call.READ))
        .as("besides that from before")
        .isEqualTo(1);
    // What was pending in the row is found elsewhere now, and the row has something else.
    stores.pages.script.hold(ScriptedPageStore.Call.READ, false);
    put(80, 1);
    settle(130);
    put(140, 1);
    settle(190);
    stores.pages.script.held().get(0).answered();
    assertThat(value(counts).windows())
        .extracting(window -> window.tally().events())
        .containsExactly(1L, 1L, 1L);
  }

  @Test
  void believesNoClosedWindow_thatEndsAfterThePage() {
    put(10, 1);
    settle(20);
    put(30, 1);
    // A step that this reader does not know has closed the minute.
    stores.windows.put(page, A, minute(0), Tally.of(2, 2));
    assertThat(events(0, 0)).containsExactly(2L);
    assertThat(stores.windows.script.calls(ScriptedClosedWindows.Call.READ)).isZero();
    WindowSums sums = new WindowSums(range(one(A), 0, 0).cover());
    sums.closed(second(59), CounterState.NONE, Map.of(minute(0), Tally.of(2, 2)));
    sums.settled(second(59), CounterState.NONE);
    assertThat(sums.counts(Lateness.NONE))
        .extracting(WindowCount::tally)
        .containsExactly(Tally.ZERO);
  }

  @Test
  void takesAWindowFromTheRow_whateverIsFoundElsewhere() {
    PendingFacts pending = new PendingFacts(false, List.of(), Map.of(minute(0), Tally.of(3, 3)));
    CounterState row =
        new CounterState(Tally.of(4, 4), second(70), Map.of(minute(1), Tally.of(1, 1)), pending, 0);
    WindowSums sums = new WindowSums(range(one(A), 0, 1).cover());
    sums.closed(second(180), row, Map.of(minute(0), Tally.of(5, 5), minute(1), Tally.of(5, 5)));
    sums.settled(second(180), row);
    assertThat(sums.counts(Lateness.NONE))
        .extracting(window -> window.tally().events())
        .containsExactly(3L, 1L);
  }

  @Test
  void countsAnEventInTheWindowOfItsFirstRow_evenWhenThatIsNotAskedFor() {
    put(30, 5, "x", DeduplicationWindow.FOREVER);
    put(70, 5, "x", DeduplicationWindow.FOREVER);
    put(80, 1, "y", DeduplicationWindow.FOREVER);
    assertThat(events(1, 1)).containsExactly(1L);
  }

  @Test
  void addsUpTheShards_settledOnlyWhereAllAre() {
    KnownCounter spread = known(A, 3);
    List<Integer> pages = stores.layout.pagesOf(A, 3);
    for (int shard = 0; shard < 3; shard++) {
      put(RetentionClass.USUAL, shard, 10 + 15L * shard, 1);
    }
    settle(70);
    stores.pages.settled(pages.get(0), second(180), Map.of());
    stores.pages.settled(pages.get(1), second(180), Map.of());
    assertThat(minutes(spread, 0, 2, 0))
        .extracting(WindowCount::settled)
        .containsExactly(true, false, false);
    assertThat(minutes(spread, 0, 2, 0))
        .extracting(window -> window.tally().events())
        .containsExactly(3L, 0L, 0L);
    minutes(spread, 0, 2, 180);
    assertThat(ended).containsExactly(pages.get(2));
  }

  @Test
  void tellsOfAPage_thatRestsBeforeTheEndOfAWindow() {
    settle(70);
    minutes(0, 0, 600);
    minutes(0, 1, 119);
    assertThat(ended).isEmpty();
    minutes(0, 1, 120);
    minutes(5, 6, 600);
    assertThat(ended).containsExactly(page, page);
  }

  @Test
  void failsWhenItTookHalfTheCollectionWait() {
    put(10, 1);
    settle(70);
    stores.windows.script.before(
        ScriptedClosedWindows.Call.READ, () -> time.pass(Duration.ofSeconds(30)));
    assertThat(failure(windows.count(range(one(A), 0, 1), second(0))))
        .isInstanceOf(StoreUnavailable.class);
    assertThat(share.taken()).isZero();
  }

  @Test
  void addsSupplements_ofStepsThatTheRowKnows_eachOnce() {
    EventTime until = second(300);
    CounterState row =
        new CounterState(
            Tally.of(9, 9),
            until,
            Map.of(),
            Map.of(minute(1), Tally.of(1, 1)),
            new PendingFacts(false, List.of(), Map.of(), Map.of(minute(2), Tally.of(20, 2))),
            true,
            0);
    assertThat(row.counts(minute(2), until)).as("pending").isFalse();
    assertThat(row.counts(minute(1), until)).isTrue();
    assertThat(row.counts(minute(2), until.plusTicks(-1))).isTrue();
    assertThat(row.counts(minute(1), until.plusTicks(1))).isFalse();

    WindowSums sums = new WindowSums(range(one(A), 0, 2).cover());
    sums.add(minute(1), Tally.of(300, 3));
    sums.closed(until, row, Map.of(minute(1), Tally.of(4_000, 4)));
    sums.settled(until, row);
    assertThat(sums.counts(Lateness.NONE))
        .extracting(window -> window.tally().events())
        .containsExactly(0L, 8L, 2L);
  }

  @Test
  void isSettledOnlyWhenNoEventOfThatTimeMayCome() {
    WindowSums sums = new WindowSums(range(one(A), 0, 4).cover());
    sums.settled(second(300), CounterState.NONE);
    Namespace late =
        TestNamespaces.withSettings(
            Namespace.of("votes", "event"), Map.of(Lateness.SETTING, "100s"));
    assertThat(sums.counts(Lateness.of(late)))
        .extracting(WindowCount::settled)
        .containsExactly(true, true, false, false, false);
  }
}
