package io.quipu.engine.ingest;

import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import java.util.ArrayList;
import java.util.List;

/**
 * Events of a counter whose name is a path, recorded for it and for the counters above it:
 * acknowledged when all of them have the events.
 *
 * @param named that of the counter which the caller names
 * @param separator of the levels of its name
 */
public record Levels(Append named, String separator) implements Recording {
  @Override
  public CounterName counter() {
    return named.counter();
  }

  /** The number of events of the caller. */
  @Override
  public int size() {
    return named.size();
  }

  @Override
  public AcknowledgedEvents toBeConfirmed(Recorded recorded) {
    return named.toBeConfirmed(recorded);
  }

  /**
   * The append of the named counter, then those of the counters above, the longest name first. They
   * share their events. A request may name thousands of counters, each with names above that are
   * longer than its events: so the appends are made when they are recorded, not before.
   */
  public List<Append> appends() {
    List<Append> each = new ArrayList<>();
    each.add(named);
    String name = counter().name();
    for (int at = name.lastIndexOf(separator); at > 0; at = name.lastIndexOf(separator, at - 1)) {
      each.add(named.into(new CounterName(counter().namespace(), name.substring(0, at))));
    }
    return each;
  }

  /** The outcome of all of them; the answer is that of the first. */
  static RecordOutcome outcome(List<RecordOutcome> each) {
    RecordOutcome first = each.get(0);
    boolean alike = each.stream().allMatch(one -> one.getClass() == first.getClass());
    return alike ? first : new OutcomeUnknown();
  }
}
