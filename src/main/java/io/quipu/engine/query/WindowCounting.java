package io.quipu.engine.query;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowCount;
import io.quipu.engine.query.QueryMessages.Range;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.time.BoundedConcurrency;
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
 * <p>The row of the counter is read before the closed windows, because every window that is no
 * longer in the row was exported before the row was written.
 */
final class WindowCounting {
  private static final int PAGES_AT_ONCE = 8;

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
   * Counts all windows of the range, including empty windows.
   *
   * @param horizon the latest horizon that was announced before this call
   */
  CompletionStage<List<WindowCount>> count(Range range, EventTime horizon) {
    long until = pages.rows.patienceEnds();
    return KnownResets.ask(known -> count(range, horizon, known, until));
  }

  private CompletionStage<List<WindowCount>> count(
      Range range, EventTime horizon, KnownResets known, long until) {
    List<Integer> some = pages.layout.pagesOf(range.counter().name(), range.counter().shards());
    int atOnce = Math.min(some.size(), PAGES_AT_ONCE);
    return pages.rows.with(
        until,
        windowsOf(range) + (atOnce - 1) * EventLog.PAGE_ROWS,
        held -> {
          WindowSums sums = new WindowSums(range);
          return BoundedConcurrency.forEach(
                  atOnce, some, page -> count(page, range, horizon, held, known, sums))
              .thenApply(all -> sums.counts());
        });
  }

  private static int windowsOf(Range range) {
    long seconds = range.last().startSecond() - range.first().startSecond();
    return Math.toIntExact(seconds / range.granularity().seconds() + 1);
  }

  private CompletionStage<Void> count(
      int page, Range range, EventTime horizon, ReadRoom held, KnownResets known, WindowSums sums) {
    CounterName counter = range.counter().name();
    return pages
        .read(page, List.of(counter), range.last().end(), held, known, sums)
        .thenCompose(
            reading -> {
              EventTime until = reading.state().header().until();
              return closed(page, range, until)
                  .thenAccept(
                      closed -> {
                        pages.deadline.check(reading.started());
                        sums.settled(until, reading.state().of(counter), closed);
                        tellIfEnded(page, range, until, horizon);
                      });
            });
  }

  /**
   * Reads the closed windows of the range. Leaves out windows that end after {@code until}, because
   * these windows are not final.
   */
  private CompletionStage<Map<Window, Tally>> closed(int page, Range range, EventTime until) {
    if (range.first().end().isAfter(until)) {
      return CompletableFuture.completedStage(Map.of());
    }
    Granularity granularity = range.granularity();
    long open = granularity.windowOf(until).startSecond();
    long last = Math.min(range.last().startSecond(), open - granularity.seconds());
    return windows.read(page, range.counter().name(), range.first(), new Window(granularity, last));
  }

  private void tellIfEnded(int page, Range range, EventTime until, EventTime horizon) {
    EventTime open = EventTime.max(until, range.first().start());
    EventTime end = range.granularity().windowOf(open).end();
    if (!end.isAfter(horizon) && !end.isAfter(range.last().end())) {
      ended.accept(page);
    }
  }
}
