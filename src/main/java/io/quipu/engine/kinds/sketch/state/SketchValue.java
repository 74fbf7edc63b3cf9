package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The value of an event: a number, exactly as it was sent, or a text.
 *
 * @param number the number, with no more decimals than it needs; null for a text
 * @param text the text; null for a number
 */
public record SketchValue(@Nullable BigDecimal number, @Nullable String text) {
  /** The maximum number of decimals: the smallest double has 324 zeros before its first digit. */
  static final int DECIMALS = 400;

  private static final BigDecimal LARGEST = BigDecimal.valueOf(Double.MAX_VALUE);

  /**
   * The maximum number of characters of a number, because the time to parse a number grows with the
   * square of its length.
   */
  private static final int LITERAL = 64;

  /** The first character of the item of a text. The item of a number begins with another one. */
  private static final char TEXT = '"';

  /**
   * The value of a number in JSON.
   *
   * @throws InvalidInput naming {@code value} if the number is too long or out of range
   */
  public static SketchValue ofNumber(String literal) {
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

  /** The number in its shortest form; null if the literal is no number or too large. */
  private static @Nullable BigDecimal parsed(String literal) {
    try {
      BigDecimal number = new BigDecimal(literal);
      return number.abs().compareTo(LARGEST) > 0 ? null : shortest(number);
    } catch (NumberFormatException | ArithmeticException outOfRange) {
      return null;
    }
  }

  /**
   * The value of a text.
   *
   * @throws InvalidInput naming {@code value} if the text is empty, too long or not valid UTF-8
   */
  public static SketchValue ofText(String text) {
    Event.checkId("value", text);
    return new SketchValue(null, text);
  }

  /** The number without trailing zeros, with a scale of at least 0. */
  public static BigDecimal shortest(BigDecimal number) {
    BigDecimal stripped = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /** The text that identifies the value: 1 and 1.0 are one value, 1 and "1" are two. */
  String item() {
    if (number == null) {
      return TEXT + text;
    }
    String plain = number.toPlainString();
    return plain.length() <= LITERAL ? plain : number.stripTrailingZeros().toString();
  }

  /** The text of an item; null if the item is of a number. */
  static @Nullable String textOf(String item) {
    return item.charAt(0) == TEXT ? item.substring(1) : null;
  }

  /** Appends a number, exactly. */
  static void write(BigDecimal number, BlobWriter blob) {
    blob.number(number.scale()).bytes(number.unscaledValue().toByteArray());
  }

  /**
   * The number that {@link #write} wrote.
   *
   * @throws IllegalArgumentException if the blob has no such number
   */
  static BigDecimal read(BlobReader blob) {
    long scale = blob.number();
    if (scale < 0 || scale > DECIMALS) {
      throw new IllegalArgumentException("a number with " + scale + " decimals");
    }
    return new BigDecimal(new BigInteger(blob.bytes()), (int) scale);
  }

  /** The approximate memory of the value, in bytes. */
  public int bytes() {
    return 100 + (text == null ? 0 : text.length()) + (number == null ? 0 : number.precision() / 2);
  }
}
