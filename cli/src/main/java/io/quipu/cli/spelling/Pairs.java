package io.quipu.cli.spelling;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pairs that a user types, such as {@code country=CH}. */
public final class Pairs {
  private Pairs() {}

  /**
   * Reads pairs with an equals sign, in their order.
   *
   * @param example a pair, for messages
   * @throws IllegalArgumentException if a text is no pair, or begins as another one does
   */
  public static Map<String, String> of(List<String> texts, String example) {
    return of(texts, "=", example);
  }

  /**
   * Reads pairs, in their order.
   *
   * @param separator one character between the two sides
   * @param example a pair, for messages
   * @throws IllegalArgumentException if a text is no pair, or begins as another one does
   */
  public static Map<String, String> of(List<String> texts, String separator, String example) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String text : texts) {
      String[] sides = text.split(separator, 2);
      if (sides.length < 2) {
        throw new IllegalArgumentException(text + " is no pair such as " + example);
      }
      if (pairs.put(sides[0], sides[1]) != null) {
        throw new IllegalArgumentException(sides[0] + " is given twice");
      }
    }
    return pairs;
  }
}
