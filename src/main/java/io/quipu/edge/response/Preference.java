package io.quipu.edge.response;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An element of a header such as {@code Accept}, in lower case and without parameters.
 *
 * @param weight how much the caller wants the element, from 0 (not at all) to 1
 */
public record Preference(String name, double weight) {
  private static final String WEIGHT = "q=";

  /**
   * Reads the elements of all headers of one name. Old programs send weights such as {@code .2} or
   * {@code 1.5}, so a weight outside of the grammar is the nearest one; without digits it is 1.
   */
  public static List<Preference> of(List<String> headers) {
    List<Preference> all = new ArrayList<>();
    for (String header : headers) {
      for (String element : split(header.toLowerCase(Locale.ROOT), ',')) {
        if (!element.isBlank()) {
          List<String> parts = split(element, ';');
          all.add(new Preference(parts.get(0).trim(), weight(parts.subList(1, parts.size()))));
        }
      }
    }
    return all;
  }

  private static double weight(List<String> parameters) {
    for (String parameter : parameters) {
      String text = parameter.replaceAll("\\s", "");
      if (text.startsWith(WEIGHT)) {
        return number(text.substring(WEIGHT.length()));
      }
    }
    return 1;
  }

  private static double number(String text) {
    return text.matches("[0-9]*\\.?[0-9]*") && text.matches(".*[0-9].*")
        ? Math.min(1, Double.parseDouble(text))
        : 1;
  }

  /** Splits at a separator outside of quoted strings. */
  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }
}
