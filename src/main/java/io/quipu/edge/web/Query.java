package io.quipu.edge.web;

import io.quipu.engine.input.InvalidInput;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The query string of a request, decoded strictly. Refuses unknown parameters. */
public final class Query {
  /** No parameters. */
  static final Query NONE = new Query(Map.of());

  private final Map<String, String> values;

  private Query(Map<String, String> values) {
    this.values = values;
  }

  /** Makes parameters that were no query string; the map must not change any more. */
  public static Query of(Map<String, String> values) {
    return new Query(values);
  }

  /**
   * @param raw the text after the question mark; null if there is no question mark
   * @param allowed the names of the parameters that this path has
   * @throws InvalidInput naming a parameter that is unknown, given twice, or has a badly encoded
   *     value; naming {@code query} if a name is badly encoded
   */
  public static Query of(@Nullable String raw, Set<String> allowed) {
    if (raw == null || raw.isEmpty()) {
      return NONE;
    }
    Map<String, String> values = new HashMap<>();
    for (int start = 0; start <= raw.length(); ) {
      int end = raw.indexOf('&', start);
      end = end < 0 ? raw.length() : end;
      if (end > start) {
        enter(values, raw.substring(start, end), allowed);
      }
      start = end + 1;
    }
    return new Query(values);
  }

  private static void enter(Map<String, String> values, String pair, Set<String> allowed) {
    int equals = pair.indexOf('=');
    String name = decode("query", equals < 0 ? pair : pair.substring(0, equals));
    if (!allowed.contains(name)) {
      String shown = JsonInput.shown(name);
      throw new InvalidInput(
          shown,
          "unknown query parameter "
              + shown
              + (allowed.isEmpty()
                  ? "; this path has none"
                  : "; those of this path are " + String.join(", ", new TreeSet<>(allowed))));
    }
    String value = equals < 0 ? "" : decode(name, pair.substring(equals + 1));
    if (values.put(name, value) != null) {
      throw new InvalidInput(name, name + " is given twice");
    }
  }

  /** Decodes text in which a plus sign stands for a space, as forms and browsers write it. */
  private static String decode(String field, String raw) {
    return Percent.decode(field, raw.replace("+", "%20"));
  }

  /** The values of all given parameters, by their names. */
  public Map<String, String> all() {
    return Collections.unmodifiableMap(values);
  }

  public Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /**
   * Tells whether a parameter is true; false if it is not given.
   *
   * @throws InvalidInput naming the parameter if it is neither true nor false
   */
  public boolean flag(String name) {
    String value = values.getOrDefault(name, "false");
    if (!value.equals("true") && !value.equals("false")) {
      throw new InvalidInput(name, name + " must be true or false");
    }
    return value.equals("true");
  }

  /**
   * @throws InvalidInput naming the parameter if the parameter is not given
   */
  public String require(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new InvalidInput(name, "query parameter " + name + " is missing");
    }
    return value;
  }
}
