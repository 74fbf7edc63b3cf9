package io.quipu.client;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** JSON as it is written. */
public final class JsonText {
  private static final String SHORT = "\b\f\n\r\t";

  private JsonText() {}

  /** Returns a member of a {@link JsonObject}, or such an object, as JSON. */
  public static String of(@Nullable Object value) {
    return value(new StringBuilder(), value).toString();
  }

  /**
   * Appends a text in quotes. Half a surrogate pair is written as it is, for the service to judge.
   */
  static StringBuilder quote(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (SHORT.indexOf(c) >= 0) {
        out.append('\\').append("bfnrt".charAt(SHORT.indexOf(c)));
      } else if (c < ' ' || isHalf(text, i)) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"');
  }

  /** Appends an object of texts. */
  static StringBuilder texts(StringBuilder out, Map<String, String> texts) {
    char before = '{';
    for (Map.Entry<String, String> text : texts.entrySet()) {
      quote(quote(out.append(before), text.getKey()).append(':'), text.getValue());
      before = ',';
    }
    return out.append(texts.isEmpty() ? "{}" : "}");
  }

  /** Appends a text, a number, a list, an object, or a map with names. */
  static StringBuilder value(StringBuilder out, @Nullable Object value) {
    if (value instanceof JsonObject object) {
      return value(out, object.members());
    }
    if (value instanceof Map<?, ?> members) {
      return all(out, '{', members.entrySet(), '}');
    }
    if (value instanceof Map.Entry<?, ?> member) {
      return value(quote(out, (String) member.getKey()).append(':'), member.getValue());
    }
    if (value instanceof List<?> elements) {
      return all(out, '[', elements, ']');
    }
    return value instanceof String text ? quote(out, text) : out.append(value);
  }

  private static StringBuilder all(StringBuilder out, char first, Collection<?> all, char last) {
    out.append(first);
    String between = "";
    for (Object one : all) {
      value(out.append(between), one);
      between = ",";
    }
    return out.append(last);
  }

  private static boolean isHalf(String text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    return Character.isLowSurrogate(c)
        && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }
}
