package io.quipu.engine.query;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.query.QueryMessages.Range;
import io.quipu.engine.query.QueryMessages.WindowCounts;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowRun;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Counts by window, from the settled part and the tail. Confined to one context.
 *
 * <p>Invariant: a window is reported as settled only if every page of the counter has passed the
 * end of the window. A horizon past the end is not enough, because an event that was never
 * acknowledged may still appear below the horizon, and the next step settles this event. If this
 * event has an id, the event may count in place of an acknowledged event in another window.
 *
 * <p>The row of the counter is read before the closed windows and supplements, because all of them
 * that are no longer in the row were exported before the row was written.
 */
final class WindowCounting {
  private static final int PAGES_AT_ONCE = 8;
  private static final int RUNS_AT_ONCE = 4;

  private final PageReads pages;
  private final ClosedWindows windows;
  private final Consumer<Integer> ended;

  /**
   * @param ended notified of a page that has not passed the end of a window, although the horizon
   *     has; a page without rows is otherwise moved only after a long time
   */
  WindowCounting(PageReads pages, ClosedWindows windows, Consumer<Integer> ended) {
    this.pages = pages;
    this.windows = windows;
    this.ended = ended;
  }

  /**
   * Counts all ranges of the cover that are shown, including empty ranges.
   *
   * @param horizon the latest horizon that was announced before this call
   */
  CompletionStage<WindowCounts> count(Range range, EventTime horizon) {
    return count(range, range.shown(horizon), horizon, pages.rows.patienceEnds());
  }

  /**
   * Counts what is shown at {@code horizon}. Counts again if a page has passed a later point, at
   * which less is shown. A window is deleted only after a page has passed its end of being shown,
   * and after the reads that may not know of that.
   */
  private CompletionStage<WindowCounts> count(
      Range range, WindowCover shown, EventTime horizon, long until) {
    if (shown.size() == 0) {
      return CompletableFuture.completedStage(
          new WindowCounts(List.of(), range.shownFrom(horizon)));
    }
    Range some = new Range(range.counter(), shown, range.whole());
    EventTime[] latest = {horizon};
    return KnownResets.ask(
            known ->
                count(some, horizon, known, until)
                    .thenApply(
                        sums -> {
                          latest[0] = EventTime.max(latest[0], sums.latest());
                          return sums.counts(range.lateness());
                        }))
        .thenCompose(
            counts -> {
              WindowCover left = some.shown(latest[0]);
              return left == shown
                  ? CompletableFuture.completedStage(
                      new WindowCounts(
                          counts, shown == range.cover() ? null : shown.start().epochSecond()))
                  : count(range, left, latest[0], until);
            });
  }

  private CompletionStage<WindowSums> count(
      Range range, EventTime horizon, KnownResets known, long until) {
    List<Integer> some = pages.layout.pagesOf(range.counter().name(), range.counter().shards());
    int atOnce = Math.min(some.size(), PAGES_AT_ONCE);
    return pages.rows.with(
        until,
        range.cover().held(RUNS_AT_ONCE) + (atOnce - 1) * EventLog.PAGE_ROWS,
        held -> {
          WindowSums sums = new WindowSums(range.cover());
          return BoundedConcurrency.forEach(
                  atOnce, some, page -> count(page, range, horizon, held, known, sums))
              .thenApply(all -> sums);
        });
  }

  private CompletionStage<Void> count(
      int page,
      Range range,
      EventTime horizon,
      TailRows.Room held,
      KnownResets known,
      WindowSums sums) {
    CounterName counter = range.counter().name();
    // A later row may count in an earlier minute.
    EventTime before = range.lateness().isUsed() ? EventTime.MAX : range.cover().end();
    return pages
        .read(page, List.of(counter), before, held, known, sums)
        .thenCompose(
            reading -> {
              EventTime until = reading.state().header().until();
              CounterState row = reading.state().of(counter);
              return closed(page, range, until, found -> sums.closed(until, row, found))
                  .thenCombine(supplements(page, range, row, sums), (closed, added) -> row)
                  .thenAccept(
                      read -> {
                        pages.deadline.check(reading.started());
                        sums.settled(until, read);
                        tellIfEnded(page, range.cover(), until, horizon);
                      });
            });
  }

  /**
   * Reads the closed windows of the cover, and hands over what each read found, so that they are
   * not held all at once. Leaves out windows that end after {@code until}, because these windows
   * are not final.
   */
  private CompletionStage<Void> closed(
      int page, Range range, EventTime until, Consumer<Map<Window, Tally>> each) {
    return BoundedConcurrency.forEach(
        RUNS_AT_ONCE,
        range.cover().reads().stream().filter(run -> !run.first().end().isAfter(until)).toList(),
        run -> closed(page, range.counter().name(), run, until).thenAccept(each));
  }

  private CompletionStage<Map<Window, Tally>> closed(
      int page, CounterName counter, WindowRun run, EventTime until) {
    Granularity granularity = run.first().granularity();
    long open = granularity.windowOf(until).startSecond();
    long last = Math.min(run.last().startSecond(), open - granularity.seconds());
    return windows.read(page, counter, run.first(), new Window(granularity, last));
  }

  /** Adds the exported supplements of the cover that belong to steps of the row. */
  private CompletionStage<Void> supplements(
      int page, Range range, CounterState row, WindowSums sums) {
    return row.supplemented()
        ? BoundedConcurrency.forEach(
            RUNS_AT_ONCE,
            range.cover().reads(),
            run ->
                windows.readSupplements(
                    page,
                    range.counter().name(),
                    run.first(),
                    run.last(),
                    (window, step, tally) -> {
                      if (row.counts(window, step)) {
                        sums.add(window, tally);
                      }
                    }))
        : CompletableFuture.completedStage(null);
  }

  /** Tells of a page that has not passed the end of a range that the horizon has passed. */
  private void tellIfEnded(int page, WindowCover cover, EventTime until, EventTime horizon) {
    int open = cover.indexOf(EventTime.max(until, cover.start()));
    if (open >= 0 && !cover.range(open).end().isAfter(horizon)) {
      ended.accept(page);
    }
  }
}
