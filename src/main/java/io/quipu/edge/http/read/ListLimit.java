package io.quipu.edge.http.read;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;

/** The maximum number of entries in one response with a list. */
public final class ListLimit {
  /** The largest limit that a caller may ask for. */
  static final int MOST = 1_000;

  private static final int USUAL = 100;

  private ListLimit() {}

  /**
   * Reads the {@code limit} of a query; without it, returns the usual limit.
   *
   * @throws InvalidInput naming {@code limit} if it is not a number from 1 to {@value #MOST}
   */
  public static int of(Query query) {
    return query.get("limit").map(ListLimit::limit).orElse(USUAL);
  }

  /**
   * Reads a {@code limit}.
   *
   * @throws InvalidInput naming {@code limit} if it is not a number from 1 to {@value #MOST}
   */
  static int limit(String text) {
    return number("limit", text);
  }

  /**
   * Reads a number from 1 to {@value #MOST}.
   *
   * @throws InvalidInput naming {@code field} if the text is no such number
   */
  static int number(String field, String text) {
    boolean plain = !text.isEmpty() && text.length() <= 4;
    for (int i = 0; i < text.length(); i++) {
      plain &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    int number = plain ? Integer.parseInt(text) : 0;
    if (number < 1 || number > MOST) {
      throw new InvalidInput(field, field + " must be a whole number from 1 to " + MOST);
    }
    return number;
  }
}
