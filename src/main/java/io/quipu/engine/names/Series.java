package io.quipu.engine.names;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A series of a counter: the events that have the same values of the labels of one breakdown.
 *
 * <p>Its key is a text: the number of the breakdown, then the values. NUL, which values and names
 * may have, separates them if there are two, and is written with another character behind it in a
 * value or name.
 *
 * @param breakdown the index of the breakdown in its namespace, from 0 to {@value Breakdowns#MOST}
 * @param values the value of each label of the breakdown, in its order; empty for a label that an
 *     event does not have
 */
public record Series(int breakdown, List<String> values) {
  private static final String SEPARATOR = "\0\0";
  private static final String SEVERAL = "*";
  private static final String FIXED = "=";
  private static final String NUL = "\0";
  private static final String ESCAPED = "\0\1";

  public Series {
    values = List.copyOf(values);
  }

  /** The text of this series in events, rows and names of counters. */
  public String key() {
    StringBuilder key = new StringBuilder(prefix(breakdown));
    for (int i = 0; i < values.size(); i++) {
      key.append(i == 0 ? "" : SEPARATOR).append(escaped(values.get(i)));
    }
    return key.toString();
  }

  /** The series of a key. */
  public static Series of(String key) {
    List<String> values = new ArrayList<>();
    int from = 1;
    for (int at = key.indexOf(SEPARATOR, from); at >= 0; at = key.indexOf(SEPARATOR, from)) {
      values.add(unescaped(key.substring(from, at)));
      from = at + SEPARATOR.length();
    }
    values.add(unescaped(key.substring(from)));
    return new Series(breakdownOf(key), values);
  }

  /**
   * A text in place of a key, for a question about several series of a breakdown. Nothing is stored
   * under it.
   *
   * @param where the values that labels must have, by the place of the label in the breakdown
   * @param labels the number of labels of the breakdown
   */
  public static String several(int breakdown, Map<Integer, String> where, int labels) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < labels; i++) {
      String value = where.get(i);
      values.add(value == null ? "" : FIXED + value);
    }
    return SEVERAL + new Series(breakdown, values).key();
  }

  /** Tells whether a text is in place of a key, see {@link #several}. */
  public static boolean isSeveral(String key) {
    return key.startsWith(SEVERAL);
  }

  /** The breakdown that {@link #several} has named. */
  public static int breakdownOfSeveral(String text) {
    return breakdownOf(text.substring(SEVERAL.length()));
  }

  /** The values that {@link #several} has named, by the place of the label. */
  public static Map<Integer, String> whereOfSeveral(String text) {
    Map<Integer, String> where = new HashMap<>();
    List<String> values = of(text.substring(SEVERAL.length())).values();
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i).startsWith(FIXED)) {
        where.put(i, values.get(i).substring(FIXED.length()));
      }
    }
    return where;
  }

  /** Tells whether a series is one of those that {@link #several} has named. */
  public static boolean isOneOf(String several, String key) {
    return isOf(key, breakdownOfSeveral(several), whereOfSeveral(several));
  }

  /**
   * Tells whether a series is of a breakdown, and its labels have some values.
   *
   * @param where by the place of the label
   */
  public static boolean isOf(String key, int breakdown, Map<Integer, String> where) {
    if (breakdownOf(key) != breakdown || where.isEmpty()) {
      return breakdownOf(key) == breakdown;
    }
    List<String> values = of(key).values();
    return where.entrySet().stream()
        .allMatch(one -> values.get(one.getKey()).equals(one.getValue()));
  }

  /** The names under which the series of the counters with a prefix are stored. */
  public static NameRange storedRange(NameRange ofPrefix) {
    return NameRange.ofStored(escaped(ofPrefix.from()));
  }

  /** The beginning of the keys of all series of a breakdown. */
  static String prefix(int breakdown) {
    return Character.toString('0' + breakdown);
  }

  /** The breakdown of the series with a key. */
  public static int breakdownOf(String key) {
    return key.charAt(0) - '0';
  }

  /** The name under which a series of a counter is stored. */
  static String stored(String counter, String key) {
    return escaped(counter) + SEPARATOR + key;
  }

  /** The name of the counter in the name of a stored series. */
  static String counterIn(String stored) {
    return unescaped(stored.substring(0, stored.indexOf(SEPARATOR)));
  }

  /** The key in the name of a stored series. */
  static String keyIn(String stored) {
    return stored.substring(stored.indexOf(SEPARATOR) + SEPARATOR.length());
  }

  /** The names under which all series of a counter are stored. */
  public static NameRange stored(String counter) {
    return new NameRange(stored(counter, prefix(0)), stored(counter, prefix(Breakdowns.MOST)));
  }

  /** The names under which the series of one breakdown of a counter are stored. */
  public static NameRange stored(String counter, int breakdown) {
    String from = stored(counter, prefix(breakdown));
    return new NameRange(from, stored(counter, prefix(breakdown + 1)));
  }

  private static String escaped(String text) {
    return text.indexOf(0) < 0 ? text : text.replace(NUL, ESCAPED);
  }

  private static String unescaped(String text) {
    return text.indexOf(0) < 0 ? text : text.replace(ESCAPED, NUL);
  }
}
