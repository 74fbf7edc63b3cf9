package io.quipu.edge.web;

import io.quipu.engine.model.InvalidInput;

/** The value of a header that may be in double quotes, with backslashes between them. */
public final class QuotedText {
  private QuotedText() {}

  /**
   * Removes the quotes around a value and the backslashes between them, if there are quotes.
   *
   * @throws InvalidInput naming the header, if a value begins with a quote and does not end with it
   */
  public static String unquoted(String header, String value) {
    if (!value.startsWith("\"")) {
      return value;
    }
    StringBuilder text = new StringBuilder();
    int i = 1;
    for (; i < value.length() && value.charAt(i) != '"'; i++) {
      if (value.charAt(i) == '\\') {
        i++;
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
}
