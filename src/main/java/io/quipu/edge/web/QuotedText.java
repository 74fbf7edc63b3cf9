package io.quipu.edge.web;

import io.quipu.engine.input.InvalidInput;

/** The value of a header that may be in double quotes, with backslashes between them. */
public final class QuotedText {
  /** Which characters may have a backslash before them. */
  public enum Escapes {
    /** Any (RFC 9110, section 5.6.4). */
    OF_ANY,

    /** A quote and a backslash (RFC 8941, section 3.3.3). */
    NEEDED
  }

  private QuotedText() {}

  /**
   * Removes the quotes around a value and the backslashes between them, if there are quotes.
   *
   * @throws InvalidInput naming the header, if a value begins with a quote and does not end with
   *     it, or has a backslash where none may be
   */
  public static String unquoted(String header, String value, Escapes escapes) {
    if (!value.startsWith("\"")) {
      return value;
    }
    StringBuilder text = new StringBuilder();
    int i = 1;
    for (; i < value.length() && value.charAt(i) != '"'; i++) {
      if (value.charAt(i) == '\\') {
        i++;
        if (escapes == Escapes.NEEDED && !isNeeded(value, i)) {
          throw new InvalidInput(
              header,
              header + " is in quotes, where a backslash is sent as \\\\ and a quote as \\\"");
        }
      }
      if (i < value.length()) {
        text.append(value.charAt(i));
      }
    }
    if (i != value.length() - 1) {
      throw new InvalidInput(header, header + " begins with a quote, and does not end with it");
    }
    return text.toString();
  }

  /** Tells whether a character could not be sent without a backslash before it. */
  private static boolean isNeeded(String value, int at) {
    return at < value.length() && (value.charAt(at) == '"' || value.charAt(at) == '\\');
  }
}
