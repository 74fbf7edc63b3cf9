package io.quipu.cli.report;

import io.quipu.client.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The number in an answer: its count, of kind {@code sketch} its estimate, or else its events.
 *
 * @param answer a total, a window, a series or a counter of a top
 */
record Figure(JsonObject answer) {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /** The numbers in a list of an answer; none where it is missing. */
  static List<Figure> all(JsonObject answer, String list) {
    return answer.objectsOrNone(list).stream().map(Figure::new).toList();
  }

  /** The number; null if there were no values. */
  @Nullable BigDecimal size() {
    return Stream.of("count", "estimate", "events")
        .filter(answer::has)
        .findFirst()
        .map(answer.members()::get)
        .map(Figure::decimal)
        .orElse(null);
  }

  private static @Nullable BigDecimal decimal(Object value) {
    return value instanceof BigInteger integer
        ? new BigDecimal(integer)
        : value instanceof BigDecimal decimal ? decimal : null;
  }

  /** Tells whether the number is not exact, and lies between bounds. */
  boolean isEstimate() {
    BigDecimal lower = number("lower");
    BigDecimal upper = number("upper");
    return lower != null && upper != null && lower.compareTo(upper) != 0;
  }

  private @Nullable BigDecimal number(String name) {
    Object value = answer.members().get(name);
    return value == null ? null : decimal(value);
  }

  /** The number for a table, such as {@code 3,757}. An estimate is whole. */
  String cell() {
    BigDecimal size = size();
    return size == null ? "-" : text(isEstimate() ? size.setScale(0, RoundingMode.HALF_UP) : size);
  }

  /** The number for a sentence, such as {@code about 746 (726 to 766)}. */
  String words() {
    if (isEstimate()) {
      return "about "
          + cell()
          + " ("
          + text(number("lower"))
          + " to "
          + text(number("upper"))
          + ")";
    }
    if (answer.has("quantiles") || answer.has("items")) {
      return cell() + " values" + quantiles();
    }
    return size() == null ? "no values" : cell();
  }

  private String quantiles() {
    List<Figure> known =
        all(answer, "quantiles").stream().filter(one -> one.number("value") != null).toList();
    return known.stream()
        .map(Figure::quantile)
        .collect(Collectors.joining(", ", known.isEmpty() ? "" : " (", known.isEmpty() ? "" : ")"));
  }

  private String quantile() {
    BigDecimal rank = number("rank");
    return "p" + text(rank == null ? null : rank.multiply(HUNDRED)) + " " + text(number("value"));
  }

  private static String text(@Nullable BigDecimal number) {
    return number == null ? "-" : format("#,##0.######", number);
  }

  private static String format(String pattern, BigDecimal number) {
    DecimalFormat format =
        new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ENGLISH));
    format.setRoundingMode(RoundingMode.HALF_UP);
    return format.format(number);
  }

  /** Tells whether the number may still change. */
  boolean isOpen() {
    return !answer.flag("settled", true);
  }

  /**
   * Tells how much more this number is than one before, such as {@code +4.4 %}; empty if a share
   * says nothing.
   */
  String change(Figure before) {
    BigDecimal now = size();
    BigDecimal then = before.size();
    if (now == null || then == null || now.signum() < 0 || then.signum() <= 0) {
      return "";
    }
    BigDecimal percent = now.subtract(then).multiply(HUNDRED).divide(then, 6, RoundingMode.HALF_UP);
    int digits = percent.abs().compareTo(BigDecimal.TEN) < 0 ? 1 : 0;
    BigDecimal rounded = percent.setScale(digits, RoundingMode.HALF_UP);
    return format("+#,##0.#;-#,##0.#", rounded).replaceFirst("^[+]0$", "0") + " %";
  }

  /** Tells whether nothing was counted. */
  boolean isNothing() {
    BigDecimal events = number("events");
    return events != null && events.signum() == 0;
  }
}
