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
 * The events of a counter whose name is a path, recorded for this counter and all counters above
 * it. The events are acknowledged when all these counters have them.
 *
 * @param named the append of the counter that the caller names
 * @param separator the text between two levels of the name
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
   * The append of the named counter, then the appends of the counters above, the longest name
   * first. The appends share their events. A request may name thousands of counters, and the names
   * above each counter may be longer than its events. So the appends are made only when they are
   * recorded.
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

  /** The outcome of all levels: the outcome of the first level if all are alike, else unknown. */
  static RecordOutcome outcome(List<RecordOutcome> each) {
    RecordOutcome first = each.get(0);
    boolean alike = each.stream().allMatch(one -> one.getClass() == first.getClass());
    return alike ? first : new OutcomeUnknown();
  }
}
