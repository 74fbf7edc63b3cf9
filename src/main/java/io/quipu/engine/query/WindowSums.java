package io.quipu.engine.query;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.RunningTally;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeRange;
import io.quipu.engine.windows.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ranges of a cover for one counter, added up over its pages. Confined to one context. */
final class WindowSums implements PageReads.Sink {
  private final WindowCover cover;
  private final Tally[] settled;
  private final @Nullable RunningTally[] tail;
  private EventTime until = EventTime.MAX;
  private EventTime latest = EventTime.MIN;

  WindowSums(WindowCover cover) {
    this.cover = cover;
    this.settled = new Tally[cover.size()];
    Arrays.fill(settled, Tally.ZERO);
    this.tail = new RunningTally[cover.size()];
  }

  /** Adds a row of a tail. Ignores rows outside of the cover. */
  @Override
  public void counts(CounterName counter, EventTime at, long minute, long delta, int moreEvents) {
    int range = cover.indexOf(EventMinute.within(at, minute));
    if (range >= 0) {
      tail(range).add(delta, moreEvents);
    }
  }

  /**
   * Takes the amount of a reset from the range of the reset, so that all windows sum to the count.
   */
  @Override
  public void takesAway(CounterName counter, EventTime at, Tally away) {
    int range = cover.indexOf(at);
    if (range >= 0) {
      tail(range).subtract(away);
    }
  }

  private RunningTally tail(int range) {
    RunningTally known = tail[range];
    if (known == null) {
      known = new RunningTally();
      tail[range] = known;
    }
    return known;
  }

  /**
   * Adds exported windows of a page, read after the row. Open windows, and windows that may not be
   * exported yet, come from the counter's row. An exported window counts only if the window ends at
   * or before {@code end}, because a later window may include a step that the row does not include.
   *
   * @param end the point up to which the page is settled
   */
  void closed(EventTime end, CounterState row, Map<Window, Tally> closed) {
    closed.forEach(
        (window, tally) -> {
          if (!window.end().isAfter(end)
              && !row.pending().closed().containsKey(window)
              && !row.open().containsKey(window)) {
            add(window, tally);
          }
        });
  }

  /**
   * Adds the windows of a page that are in the counter's row.
   *
   * @param end the point up to which the page is settled
   */
  void settled(EventTime end, CounterState row) {
    until = EventTime.min(until, end);
    latest = EventTime.max(latest, end);
    row.pending()
        .closed()
        .forEach(
            (window, tally) -> {
              if (!row.open().containsKey(window)) {
                add(window, tally);
              }
            });
    row.open().forEach(this::add);
    row.forEachSupplement(this::add);
  }

  /** Adds a settled tally of a window. Ignores windows that are not in the cover. */
  void add(Window window, Tally tally) {
    int range = cover.indexOf(window);
    if (range >= 0) {
      settled[range] = settled[range].plus(tally);
    }
  }

  /** The latest point up to which a page is settled. */
  EventTime latest() {
    return latest;
  }

  /**
   * The counts of all ranges. A range is settled if every page has passed its end, and no event of
   * that time may come any more.
   */
  List<WindowCount> counts(Lateness lateness) {
    EventTime end = lateness.finalUpTo(until);
    List<WindowCount> counts = new ArrayList<>(cover.size());
    for (int i = 0; i < cover.size(); i++) {
      TimeRange range = cover.range(i);
      RunningTally more = tail[i];
      counts.add(
          new WindowCount(
              range,
              more == null ? settled[i] : settled[i].plus(more.tally()),
              !range.end().isAfter(end)));
    }
    return counts;
  }
}
