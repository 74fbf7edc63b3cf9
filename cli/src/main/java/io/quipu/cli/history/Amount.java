package io.quipu.cli.history;

import java.math.BigInteger;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * The sum of the deltas of some events, and their number.
 *
 * @param events the number of events; below 0 in a window in which a counter was reset
 */
public record Amount(BigInteger count, long events) {
  /** No events. */
  public static final Amount ZERO = new Amount(BigInteger.ZERO, 0);

  /** The largest delta of an event, either way. */
  static final long LARGEST = 1_000_000_000_000_000L;

  private static final BigInteger LARGEST_DELTA = BigInteger.valueOf(LARGEST);

  /** The largest number of happenings of a line, and a count that is too long for a line. */
  private static final long MOST_OF_LINE = 10_000_000_000L;

  private static final BigInteger TOO_LONG = BigInteger.TEN.pow(20);

  /** The sum of some amounts. */
  public static Amount sum(Collection<Amount> some) {
    return some.stream().reduce(ZERO, Amount::plus);
  }

  public Amount plus(Amount other) {
    return new Amount(count.add(other.count), Math.addExact(events, other.events));
  }

  public Amount minus(Amount other) {
    return new Amount(count.subtract(other.count), Math.subtractExact(events, other.events));
  }

  public boolean isZero() {
    return events == 0 && count.signum() == 0;
  }

  /** Tells whether some events can come to this amount: none has the delta 0 or too large a one. */
  public boolean isOfEvents() {
    return events > (count.signum() == 0 ? 1 : 0)
        && count.abs().compareTo(LARGEST_DELTA.multiply(BigInteger.valueOf(events))) <= 0;
  }

  /** Cuts an amount of events into lines that an import takes. */
  public Stream<Amount> lines() {
    if (events > MOST_OF_LINE || count.abs().compareTo(TOO_LONG) >= 0) {
      long half = events / 2;
      BigInteger share =
          count.multiply(BigInteger.valueOf(half)).divide(BigInteger.valueOf(events));
      Amount first = new Amount(share, half);
      return Stream.of(first, minus(first)).flatMap(Amount::lines);
    }
    return Stream.of(this);
  }
}
