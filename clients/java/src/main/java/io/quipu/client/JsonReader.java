package io.quipu.client;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads one JSON text (RFC 8259). */
final class JsonReader {
  private static final int DEEPEST = 64;
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  private final String text;
  private int at;
  private int depth;

  private JsonReader(String text) {
    this.text = text;
  }

  /**
   * Reads an object.
   *
   * @throws QuipuException if it is none
   */
  static JsonObject object(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value();
    reader.space();
    if (reader.at != text.length() || !(value instanceof JsonObject object)) {
      throw reader.invalid();
    }
    return object;
  }

  private @Nullable Object value() {
    space();
    if (++depth > DEEPEST) {
      throw invalid();
    }
    char c = peek();
    Object value =
        switch (c) {
          case '{' -> members();
          case '[' -> elements();
          case '"' -> string();
          case 't' -> word("true", true);
          case 'f' -> word("false", false);
          case 'n' -> word("null", null);
          default -> number();
        };
    depth--;
    return value;
  }

  private JsonObject members() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    at++;
    space();
    if (peek() == '}') {
      at++;
      return new JsonObject(members);
    }
    while (true) {
      space();
      String name = string();
      space();
      expect(':');
      members.put(name, value());
      space();
      if (peek() != ',') {
        expect('}');
        return new JsonObject(members);
      }
      at++;
    }
  }

  private List<@Nullable Object> elements() {
    List<@Nullable Object> elements = new ArrayList<>();
    at++;
    space();
    if (peek() == ']') {
      at++;
      return elements;
    }
    while (true) {
      elements.add(value());
      space();
      if (peek() != ',') {
        expect(']');
        return elements;
      }
      at++;
    }
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(at++);
      if (c < ' ') {
        throw invalid();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hex();
      default -> throw invalid();
    };
  }

  private char hex() {
    if (at + 4 > text.length()) {
      throw invalid();
    }
    try {
      char c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
      at += 4;
      return c;
    } catch (NumberFormatException e) {
      throw invalid();
    }
  }

  private Number number() {
    int start = at;
    boolean whole = true;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      whole &= ".eE".indexOf(text.charAt(at)) < 0;
      at++;
    }
    String digits = text.substring(start, at);
    if (!NUMBER.matcher(digits).matches()) {
      throw invalid();
    }
    try {
      return whole ? (Number) new BigInteger(digits) : new BigDecimal(digits);
    } catch (NumberFormatException e) {
      throw invalid();
    }
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw invalid();
    }
    at += word.length();
    return value;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw invalid();
    }
    return text.charAt(at);
  }

  private void expect(char c) {
    if (peek() != c) {
      throw invalid();
    }
    at++;
  }

  private QuipuException invalid() {
    return new QuipuException("The answer is not the JSON that was expected, at " + at, null);
  }
}
