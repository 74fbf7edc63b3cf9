package io.quipu.engine.ingest;

import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The events of a counter whose name is a path, for this counter and for each counter above it in
 * the path. The events are acknowledged when the events of all these counters are acknowledged.
 *
 * @param named the append of the counter that the caller names
 * @param separator the text between two levels of the name
 * @param lives of the counters of the namespace
 */
public record Levels(Append named, String separator, CounterLives lives) implements Recording {
  @Override
  public CounterName counter() {
    return named.counter();
  }

  @Override
  public Set<CounterName> series() {
    Set<CounterName> series = new HashSet<>();
    appends().forEach(level -> series.addAll(level.series()));
    return series;
  }

  /** The number of events of the caller. */
  @Override
  public int size() {
    return named.size();
  }

  @Override
  public Levels mintedBefore(EventTime bound) {
    return new Levels(named.mintedBefore(bound), separator, lives);
  }

  @Override
  public AcknowledgedEvents toBeConfirmed(Recorded recorded) {
    return named.toBeConfirmed(recorded);
  }

  /**
   * Makes the append of the named counter, then the appends of the counters above, the longest name
   * first. The appends share their events. They are made only when they are recorded, because a
   * request may name thousands of counters, and the names above a counter may take more memory than
   * the events of the counter.
   */
  public List<Append> appends() {
    List<Append> each = new ArrayList<>();
    each.add(named);
    String name = counter().name();
    for (int at = name.lastIndexOf(separator); at > 0; at = name.lastIndexOf(separator, at - 1)) {
      each.add(named.into(counter().sibling(name.substring(0, at), lives)));
    }
    return each;
  }

  /** The outcome of all levels: the first outcome if all have the same class, else unknown. */
  static RecordOutcome outcome(List<RecordOutcome> each) {
    RecordOutcome first = each.get(0);
    boolean alike = each.stream().allMatch(one -> one.getClass() == first.getClass());
    return alike ? first : new OutcomeUnknown();
  }
}
