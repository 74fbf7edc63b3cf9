package io.quipu.engine.state;

import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.Window;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The settled part of one counter on a page, after the last step that changed the counter. The
 * counter did not change between that step and the page's {@code until}.
 *
 * @param total the tally of all events before {@code until} and since the last reset
 * @param until exclusive end of the counter's last step; never after the page's {@code until}
 * @param open the windows that hold {@code until} and have a tally
 * @param pending the facts that the counter's last step decided. They are exported to other tables
 *     before the page's next step; after that they are left out in memory. The stored state keeps
 *     them until it is stored again, usually with the counter's next step
 * @param supplements what events of other minutes than their own add to windows: a few windows of
 *     any age, in addition to all other tallies of these windows
 * @param supplemented whether supplements were ever exported
 * @param retentions the {@link RetentionClass}es of the rows that the counter ever had, one bit for
 *     each class; rows of resets that changed nothing may be left out
 * @param series the notes about the series of the counter
 * @param reset the last reset before {@code until}; {@link EventTime#MIN} if there was none, or it
 *     changed nothing
 * @param supplementedSince the time of the first row that counted in another minute than its own,
 *     or a time before it; {@link EventTime#MIN} if an earlier version has not noted it, and {@link
 *     EventTime#MAX} if there was none
 */
public record CounterState(
    Tally total,
    EventTime until,
    Map<Window, Tally> open,
    Map<Window, Tally> supplements,
    PendingFacts pending,
    boolean supplemented,
    int retentions,
    SeriesNotes series,
    EventTime reset,
    EventTime supplementedSince) {
  /** A counter that was never settled. */
  public static final CounterState NONE =
      new CounterState(Tally.ZERO, EventTime.MIN, Map.of(), PendingFacts.NONE, 0);

  /** The state of a counter without supplements. */
  public CounterState(
      Tally total, EventTime until, Map<Window, Tally> open, PendingFacts pending, int retentions) {
    this(total, until, open, Map.of(), pending, false, retentions);
  }

  /**
   * The state of a counter without series, that was never reset, and of which it is not noted since
   * when it has supplements.
   */
  public CounterState(
      Tally total,
      EventTime until,
      Map<Window, Tally> open,
      Map<Window, Tally> supplements,
      PendingFacts pending,
      boolean supplemented,
      int retentions) {
    this(
        total,
        until,
        open,
        supplements,
        pending,
        supplemented,
        retentions,
        SeriesNotes.NONE,
        EventTime.MIN,
        supplemented || !supplements.isEmpty() ? EventTime.MIN : EventTime.MAX);
  }

  /**
   * @throws IllegalArgumentException if an open window does not hold {@code until}, or the number
   *     of events is negative
   */
  public CounterState {
    if (total.events() < 0) {
      throw new IllegalArgumentException("fewer than no events: " + total.events());
    }
    open = Collections.unmodifiableMap(new TreeMap<>(open));
    supplements =
        supplements.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(supplements));
    for (Window window : open.keySet()) {
      if (window.start().isAfter(until) || !window.end().isAfter(until)) {
        throw new IllegalArgumentException(window + " does not hold " + until);
      }
    }
  }

  /** Tells whether no step ever changed the counter. */
  public boolean isNew() {
    return until.equals(EventTime.MIN);
  }

  /** The state without the pending facts, after these facts were exported. */
  public CounterState exported() {
    return new CounterState(
        total,
        until,
        open,
        supplements,
        PendingFacts.NONE,
        supplemented,
        retentions,
        series,
        reset,
        supplementedSince);
  }

  /** The state of a series of this counter, as the resets of the counter leave it. */
  public CounterState ofSeries(CounterState stored) {
    EventTime at = series.resetSince(stored.until);
    return at == null ? stored : stored.resetAt(at);
  }

  /** The state of this counter with other notes about its series. */
  public CounterState with(SeriesNotes notes) {
    return new CounterState(
        total,
        until,
        open,
        supplements,
        pending,
        supplemented,
        retentions,
        notes,
        reset,
        supplementedSince);
  }

  /** The state after a reset that is not written to it, which lies at or after {@code until}. */
  private CounterState resetAt(EventTime at) {
    if (total.isZero()) {
      return this;
    }
    Tally away = new Tally(total.count().negate(), -total.events());
    Map<Window, Tally> windows = new TreeMap<>(supplements);
    for (Granularity granularity : Granularity.values()) {
      windows.merge(granularity.windowOf(at), away, Tally::plus);
    }
    return new CounterState(
        Tally.ZERO,
        until,
        open,
        windows,
        pending,
        supplemented,
        retentions,
        series,
        reset,
        supplementedSince);
  }

  /** Tells whether an event ever counted in another minute than its own. */
  public boolean hasSupplements() {
    return supplemented || !supplements.isEmpty();
  }

  /**
   * Hands over the supplements in this state: of the windows that it keeps, and of those that its
   * last step exports. Both are in addition to the exported supplements of earlier steps.
   */
  public void forEachSupplement(BiConsumer<Window, Tally> sink) {
    supplements.forEach(sink);
    pending.supplements().forEach(sink);
  }

  /**
   * Tells whether an exported supplement counts beside this state. A supplement of a later step
   * does not: its events are in the tail. One that is still pending here is counted already.
   *
   * @param step the end of the step that exported the supplement
   */
  public boolean counts(Window window, EventTime step) {
    return step.isBefore(until)
        || (step.equals(until) && !pending.supplements().containsKey(window));
  }

  /**
   * Returns a time from which on no row of the counter may be deleted while the page's {@code
   * collected} is at most the given one. Returns {@link EventTime#MIN} if no row at all may be
   * deleted.
   */
  public EventTime retainedFrom(EventTime collected) {
    EventTime from = EventTime.MIN;
    for (int retention = 0; retention <= RetentionClass.FOREVER; retention++) {
      if ((retentions & 1 << retention) != 0) {
        from = EventTime.max(from, RetentionClass.deletable(retention, collected));
      }
    }
    return from;
  }
}
