package io.quipu.kinds.sketch;

import io.quipu.counter.Event;
import io.quipu.counter.InvalidInput;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The value of an event: a number, exactly as it was sent, or a text.
 *
 * @param number in units of 10^-9; null if it is a text
 * @param text null if it is a number
 */
record SketchValue(@Nullable BigInteger number, @Nullable String text) {
  /** Most decimals of a number. */
  static final int DECIMALS = 9;

  private static final BigDecimal LARGEST = BigDecimal.valueOf(1_000_000_000_000_000L);

  /** Longer ones are not looked at: to parse digits takes the square of their number. */
  private static final int LITERAL = 64;

  /** So begins the item that a text is; none that is a number does. */
  private static final char TEXT = '"';

  /**
   * A number as JSON writes it.
   *
   * @throws InvalidInput naming {@code value}
   */
  static SketchValue ofNumber(String literal) {
    BigDecimal number = literal.length() > LITERAL ? null : parsed(literal);
    if (number == null || number.abs().compareTo(LARGEST) > 0 || number.scale() > DECIMALS) {
      throw new InvalidInput(
          "value",
          "value must be a number between -10^15 and 10^15 with at most " + DECIMALS + " decimals");
    }
    return new SketchValue(number.setScale(DECIMALS).unscaledValue(), null);
  }

  /** Without zeros at its end; null if its exponent is too large for any number. */
  private static @Nullable BigDecimal parsed(String literal) {
    try {
      BigDecimal number = new BigDecimal(literal);
      return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    } catch (NumberFormatException | ArithmeticException outOfRange) {
      return null;
    }
  }

  /**
   * A text.
   *
   * @throws InvalidInput naming {@code value}
   */
  static SketchValue ofText(String text) {
    Event.checkId("value", text);
    return new SketchValue(null, text);
  }

  /** What distinguishes it from all other values: 1 and 1.0 are one, 1 and "1" are two. */
  String item() {
    return number == null ? TEXT + text : decimal(number).toPlainString();
  }

  /** The text that an item stands for; null if it is a number. */
  static @Nullable String textOf(String item) {
    return item.charAt(0) == TEXT ? item.substring(1) : null;
  }

  /** A number in units of 10^-9, without zeros at its end. */
  static BigDecimal decimal(BigInteger number) {
    BigDecimal decimal = new BigDecimal(number, DECIMALS).stripTrailingZeros();
    return decimal.scale() < 0 ? decimal.setScale(0) : decimal;
  }

  /** The nearest floating point number to one in units of 10^-9. */
  static double nearest(BigInteger number) {
    return new BigDecimal(number, DECIMALS).doubleValue();
  }

  /** About how much memory it takes, in bytes. */
  int bytes() {
    return 100 + (text == null ? 0 : text.length());
  }
}
