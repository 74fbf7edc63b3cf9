package io.quipu.engine.kinds.linear;

import io.quipu.engine.kinds.linear.IncrementOutcome.OutcomeUnknown;
import io.quipu.engine.kinds.linear.IncrementOutcome.PastBound;
import io.quipu.engine.kinds.linear.IncrementOutcome.Recorded;
import io.quipu.engine.kinds.linear.IncrementOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import java.util.List;

/** Events that a client sent together, perhaps several times, and what it was told. */
public final class Sent {
  public static final long NEVER = Long.MAX_VALUE;

  public final CounterName counter;
  public final Bounds bounds;
  public final List<Event> events;

  /** When it was sent first. */
  public long first;

  /** When it was sent last. */
  public long latest;

  /** A sending has no answer, so that it may count whatever a later one is told. */
  public boolean inDoubt;

  public IncrementOutcome outcome;
  public long answered = NEVER;

  private int sendings;

  public Sent(CounterName counter, Bounds bounds, List<Event> events) {
    this.counter = counter;
    this.bounds = bounds;
    this.events = events;
  }

  /** It is sent now; the number of this sending. */
  public int send(long now) {
    if (sendings == 0) {
      first = now;
    }
    inDoubt |= sendings > 0 && !(outcome instanceof Refused);
    outcome = null;
    latest = now;
    return ++sendings;
  }

  /** Takes the answer to a sending, unless it was sent again since. */
  public boolean answer(int sending, IncrementOutcome told, long now) {
    if (sending != sendings || outcome != null) {
      return false;
    }
    outcome = told;
    answered = now;
    return true;
  }

  /** Whether it sets the counter back to 0. */
  public boolean isReset() {
    return events.isEmpty();
  }

  public boolean isRecorded() {
    return outcome instanceof Recorded;
  }

  public boolean isRefusedByBound() {
    return outcome instanceof PastBound;
  }

  /** Nothing was ever in doubt. */
  boolean isCertainlyNotCounted() {
    return !inDoubt && (outcome instanceof Refused || outcome instanceof PastBound);
  }

  public boolean isUnknown() {
    return outcome == null || outcome instanceof OutcomeUnknown;
  }

  public Recorded recorded() {
    return (Recorded) outcome;
  }

  @Override
  public String toString() {
    return counter.name()
        + " "
        + events
        + " within "
        + bounds
        + String.format(
            " sent %.6f (last %.6f) answered %.6f: ",
            first / 1e9, latest / 1e9, answered == NEVER ? Double.NaN : answered / 1e9)
        + outcome;
  }
}
