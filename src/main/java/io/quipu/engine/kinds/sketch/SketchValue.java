package io.quipu.engine.kinds.sketch;

import io.quipu.engine.model.Event;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.store.BlobReader;
import io.quipu.engine.store.BlobWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The value of an event: a number, exactly as it was sent, or a text.
 *
 * @param number with as many decimals as it needs; null if it is a text
 * @param text null if it is a number
 */
record SketchValue(@Nullable BigDecimal number, @Nullable String text) {
  /** Most decimals of a number: the smallest of 64 bits has 324 zeros before its first digit. */
  static final int DECIMALS = 400;

  private static final BigDecimal LARGEST = BigDecimal.valueOf(Double.MAX_VALUE);

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
    if (number == null || number.scale() > DECIMALS) {
      throw new InvalidInput(
          "value",
          "value must be a number of at most "
              + LITERAL
              + " characters, as large or small as those of 64 bits can be");
    }
    return new SketchValue(number, null);
  }

  /** In the shortest form; null if it is too large. */
  private static @Nullable BigDecimal parsed(String literal) {
    try {
      BigDecimal number = new BigDecimal(literal);
      return number.abs().compareTo(LARGEST) > 0 ? null : shortest(number);
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

  /** Without zeros at its end, and with none or more decimals. */
  static BigDecimal shortest(BigDecimal number) {
    BigDecimal stripped = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /** The text that distinguishes it from all other values: 1 and 1.0 are one, 1 and "1" are two. */
  String item() {
    if (number == null) {
      return TEXT + text;
    }
    String plain = number.toPlainString();
    return plain.length() <= LITERAL ? plain : number.stripTrailingZeros().toString();
  }

  /** The text that an item stands for; null if it is a number. */
  static @Nullable String textOf(String item) {
    return item.charAt(0) == TEXT ? item.substring(1) : null;
  }

  /** Appends a number, exactly. */
  static void write(BigDecimal number, BlobWriter blob) {
    blob.number(number.scale()).bytes(number.unscaledValue().toByteArray());
  }

  /**
   * The number that was written.
   *
   * @throws IllegalArgumentException if it is none
   */
  static BigDecimal read(BlobReader blob) {
    long scale = blob.number();
    if (scale < 0 || scale > DECIMALS) {
      throw new IllegalArgumentException("a number with " + scale + " decimals");
    }
    return new BigDecimal(new BigInteger(blob.bytes()), (int) scale);
  }

  /** About how much memory it takes, in bytes. */
  int bytes() {
    return 100 + (text == null ? 0 : text.length()) + (number == null ? 0 : number.precision() / 2);
  }
}
