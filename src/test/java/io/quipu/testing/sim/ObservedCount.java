package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * One read, as its client saw it.
 *
 * @param by the instance that was asked
 * @param began when it was asked
 * @param ended when it answered
 * @param count null where only windows were read
 */
record ObservedCount(
    CounterName counter, String by, long began, long ended, Tally total, Count count) {
  /** How often each digit of base four is in a count of a tagged counter. */
  static int[] digits(BigInteger total) {
    int[] digits = new int[Item.DIGITS + 1];
    BigInteger rest = total;
    for (int i = 0; i < Item.DIGITS; i++) {
      digits[i] = rest.intValue() & 3;
      rest = rest.shiftRight(2);
    }
    digits[Item.DIGITS] = rest.signum() == 0 ? 0 : 4;
    return digits;
  }

  static List<Integer> tags(Tally tally) {
    List<Integer> tags = new ArrayList<>();
    int[] digits = digits(tally.count());
    for (int i = 0; i < digits.length; i++) {
      for (int times = 0; times < digits[i]; times++) {
        tags.add(i);
      }
    }
    return tags;
  }

  @Override
  public String toString() {
    return String.format(
        java.util.Locale.ROOT,
        "read of %s by %s from %.6f to %.6f: %d events %s%s",
        counter.name(),
        by,
        (double) began / 1e9,
        (double) ended / 1e9,
        total.events(),
        tags(total),
        count == null
            ? " (windows)"
            : ", settled " + tags(count.settled()) + " until " + count.until());
  }
}
