package io.quipu.client;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * A range of time, as the service takes it: one of the calendar that has a name, or one with
 * bounds.
 *
 * @param name {@code today}, {@code yesterday}, {@code 24h}, {@code 7d}, {@code 30d}, {@code week},
 *     {@code last-week}, {@code month}, {@code last-month}, {@code year} or {@code all}; null with
 *     bounds
 * @param from inclusive: a time of RFC 3339, a date, {@code now}, or an offset such as {@code -7d};
 *     null for the one that a read has unless asked
 * @param to exclusive; null for now
 */
public record Range(@Nullable String name, @Nullable String from, @Nullable String to) {
  public Range {
    if (name != null && (from != null || to != null)) {
      throw new IllegalArgumentException(
          "name is " + name + ", and there are bounds; a range has one or the other");
    }
  }

  /** A range of the calendar, such as {@code 30d}. */
  public static Range of(String name) {
    return new Range(name, null, null);
  }

  /**
   * A range with bounds.
   *
   * @param from inclusive; null for the one that a read has unless asked
   * @param to exclusive; null for now
   */
  public static Range between(@Nullable Instant from, @Nullable Instant to) {
    return new Range(null, text(from), text(to));
  }

  private static @Nullable String text(@Nullable Instant bound) {
    return bound == null ? null : bound.toString();
  }

  /** The parameters of a path, after others. */
  String parameters() {
    return Paths.text("range", name) + Paths.text("from", from) + Paths.text("to", to);
  }

  /** The member of a question. */
  Object json() {
    if (name != null) {
      return name;
    }
    Map<String, String> bounds = new TreeMap<>();
    if (from != null) {
      bounds.put("from", from);
    }
    if (to != null) {
      bounds.put("to", to);
    }
    return bounds;
  }
}
