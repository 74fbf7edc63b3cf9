package io.quipu.engine.query;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.RunningTally;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowCount;
import io.quipu.engine.query.QueryMessages.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The windows of one counter, added up over its pages. Confined to one context. */
final class WindowSums implements PageReads.Sink {
  private final Range range;
  private final Map<Window, Tally> settled = new HashMap<>();
  private final Map<Window, RunningTally> tail = new HashMap<>();
  private EventTime until = EventTime.MAX;

  WindowSums(Range range) {
    this.range = range;
  }

  /** Adds a row of a tail. Ignores rows before the range. */
  @Override
  public void counts(CounterName counter, EventTime at, long delta, int moreEvents) {
    if (!at.isBefore(range.first().start())) {
      in(at).add(delta, moreEvents);
    }
  }

  /**
   * Takes the amount of a reset from the window of the reset, so that all windows sum to the count.
   */
  @Override
  public void takesAway(CounterName counter, EventTime at, Tally away) {
    if (!at.isBefore(range.first().start())) {
      in(at).subtract(away);
    }
  }

  private RunningTally in(EventTime at) {
    return tail.computeIfAbsent(range.granularity().windowOf(at), window -> new RunningTally());
  }

  /**
   * Adds the settled windows of a page. Open windows, and windows that may not be exported yet,
   * come from the counter's row. An exported window counts only if the window ends at or before
   * {@code end}, because a later window may include a step that the row does not include.
   *
   * @param end the point up to which the page is settled
   * @param closed the exported windows, read after the row
   */
  void settled(EventTime end, CounterState row, Map<Window, Tally> closed) {
    until = EventTime.min(until, end);
    Map<Window, Tally> windows = new HashMap<>();
    closed.forEach(
        (window, tally) -> {
          if (!window.end().isAfter(end)) {
            windows.put(window, tally);
          }
        });
    windows.putAll(row.pending().closed());
    windows.putAll(row.open());
    windows.forEach((window, tally) -> settled.merge(window, tally, Tally::plus));
  }

  /**
   * The counts of all windows of the range. A window is settled if every page has passed its end.
   */
  List<WindowCount> counts() {
    List<WindowCount> windows = new ArrayList<>();
    for (Window window = range.first();
        window.startSecond() <= range.last().startSecond();
        window = window.next()) {
      Tally tally = settled.getOrDefault(window, Tally.ZERO);
      RunningTally more = tail.get(window);
      windows.add(
          new WindowCount(
              window,
              more == null ? tally : tally.plus(more.tally()),
              !window.end().isAfter(until)));
    }
    return windows;
  }
}
