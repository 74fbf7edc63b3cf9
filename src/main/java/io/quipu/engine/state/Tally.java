package io.quipu.engine.state;

import io.quipu.engine.input.JsonText;
import java.math.BigInteger;

/**
 * The exact sum of the deltas of some events, and the number of events. The sum has no bound and
 * never overflows.
 *
 * @param events the number of events; may be negative in a window or a tail, where a reset takes
 *     away events from before the window or tail
 */
public record Tally(BigInteger count, long events) implements ListedValue {
  public static final Tally ZERO = new Tally(BigInteger.ZERO, 0);

  public static Tally of(long count, long events) {
    return new Tally(BigInteger.valueOf(count), events);
  }

  public Tally plus(Tally other) {
    if (other.isZero()) {
      return this;
    }
    return isZero()
        ? other
        : new Tally(count.add(other.count), Math.addExact(events, other.events));
  }

  @Override
  public int compareSize(ListedValue other) {
    return count.compareTo(((Tally) other).count);
  }

  /** Writes the members {@code count} and {@code events}. */
  @Override
  public JsonText write(JsonText json) {
    return json.field("count", count).field("events", events);
  }

  @Override
  public Tally and(ListedValue other) {
    return plus((Tally) other);
  }

  /** Tells whether both the sum and the number of events are 0. Some events may have a sum of 0. */
  @Override
  public boolean isZero() {
    return events == 0 && count.signum() == 0;
  }
}
