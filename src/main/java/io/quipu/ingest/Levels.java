package io.quipu.ingest;

import io.quipu.counter.CounterName;
import io.quipu.kind.AcknowledgedEvents;
import io.quipu.kind.RecordOutcome;
import io.quipu.kind.RecordOutcome.OutcomeUnknown;
import io.quipu.kind.RecordOutcome.Recorded;
import io.quipu.kind.Recording;
import java.util.List;

/**
 * The same events for a counter and for others that count them, too: acknowledged when all of them
 * have them.
 *
 * @param appends that of the counter which the caller names first
 */
public record Levels(List<Append> appends) implements Recording {
  public Levels {
    appends = List.copyOf(appends);
    if (appends.isEmpty()) {
      throw new IllegalArgumentException("events of no counter");
    }
  }

  private Append named() {
    return appends.get(0);
  }

  @Override
  public CounterName counter() {
    return named().counter();
  }

  /** Those of the caller. */
  @Override
  public int size() {
    return named().size();
  }

  @Override
  public AcknowledgedEvents toBeConfirmed(Recorded recorded) {
    return named().toBeConfirmed(recorded);
  }

  /** What became of all of them; the answer is that of the first. */
  static RecordOutcome outcome(List<RecordOutcome> each) {
    RecordOutcome first = each.get(0);
    boolean alike = each.stream().allMatch(one -> one.getClass() == first.getClass());
    return alike ? first : new OutcomeUnknown();
  }
}
