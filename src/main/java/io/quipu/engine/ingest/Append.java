package io.quipu.engine.ingest;

import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of one request for one counter. Each event becomes a row or joins a row.
 *
 * @param shards the number of pages over which the counter is spread
 * @param retention class of the rows, see {@link RetentionClass}
 * @param window the time for which ids are remembered, see {@link DeduplicationWindow}, or the
 *     number of another rule
 * @param rowsWanted whether the answer is to name the row of each event
 * @param idPrefix the prefix of the stored ids, empty for none; see {@link #storedId}
 * @param mintBefore the time before which the events must get their timeuuids, or they are refused;
 *     see {@link Recording#mintedBefore}
 */
public record Append(
    CounterName counter,
    int shards,
    int retention,
    int window,
    boolean rowsWanted,
    String idPrefix,
    EventTime mintBefore,
    List<Event> events)
    implements Recording {
  /**
   * @throws IllegalArgumentException if {@code shards} is less than 1, {@code retention} is no
   *     class, or there are no events: an append without events would never be answered
   */
  public Append {
    boolean known = retention >= 0 && retention <= RetentionClass.FOREVER;
    if (events.isEmpty() || shards < 1 || !known) {
      throw new IllegalArgumentException(
          events.size()
              + " events over "
              + shards
              + " shards, window "
              + window
              + ", retention "
              + retention);
    }
  }

  /** Makes an append whose ids are stored without a prefix. */
  public Append(
      CounterName counter,
      int shards,
      int retention,
      int window,
      boolean rowsWanted,
      List<Event> events) {
    this(counter, shards, retention, window, rowsWanted, "", EventTime.MAX, events);
  }

  /** Makes an append with the usual retention and window. The answer names only the last row. */
  public Append(CounterName counter, int shards, List<Event> events) {
    this(counter, shards, RetentionClass.USUAL, DeduplicationWindow.USUAL, false, events);
  }

  /** This append with another prefix of the stored ids. */
  public Append withIdPrefix(String prefix) {
    return new Append(counter, shards, retention, window, rowsWanted, prefix, mintBefore, events);
  }

  @Override
  public Append mintedBefore(EventTime bound) {
    return !bound.isBefore(mintBefore)
        ? this
        : new Append(counter, shards, retention, window, rowsWanted, idPrefix, bound, events);
  }

  /** This append with only the given events. */
  Append of(List<Event> some) {
    return new Append(counter, shards, retention, window, rowsWanted, idPrefix, mintBefore, some);
  }

  /** This append for another counter; the answer does not name the row of each event. */
  Append into(CounterName another) {
    return new Append(another, shards, retention, window, false, idPrefix, mintBefore, events);
  }

  @Override
  public Set<CounterName> series() {
    Set<CounterName> series = new HashSet<>();
    for (Event event : events) {
      event.series().forEach(key -> series.add(counter.with(key)));
    }
    return series;
  }

  @Override
  public int size() {
    return events.size();
  }

  /**
   * The number of events whose ids are remembered. Until such an event is settled, reads of the
   * counter hold its row in memory.
   */
  int ids() {
    int ids = 0;
    if (window != DeduplicationWindow.OFF) {
      for (Event event : events) {
        ids += event.id() == null ? 0 : 1;
      }
    }
    return ids;
  }

  @Override
  public AcknowledgedEvents toBeConfirmed(Recorded recorded) {
    List<Event> stored =
        events.stream()
            .map(event -> new Event(event.delta(), event.events(), storedId(event)))
            .toList();
    return new AcknowledgedEvents(counter, shards, window, recorded.rows(), stored);
  }

  /**
   * The id under which an event is stored; null if ids are not remembered, or the event has no id.
   * Each call makes the text with the prefix again, so that waiting events hold no second text.
   */
  @Nullable String storedId(Event event) {
    String id = window == DeduplicationWindow.OFF ? null : event.id();
    return id == null || idPrefix.isEmpty() ? id : idPrefix + id;
  }
}
