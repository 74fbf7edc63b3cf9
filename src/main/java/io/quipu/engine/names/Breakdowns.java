package io.quipu.engine.names;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The labels that events of a namespace may have, and the breakdowns of its counters: sets of
 * labels, for each combination of whose values there is a {@link Series}. Both only grow, so the
 * number of a breakdown never changes.
 *
 * @param labels the names of the labels
 * @param all the labels of each breakdown
 */
public record Breakdowns(List<String> labels, List<List<String>> all) {
  /** The setting with the labels: a list, stored as {@link #LABELS_APART} says. */
  public static final String LABELS = "labels";

  /** The setting with the breakdowns: a list of lists, as {@link #BREAKDOWNS_APART} says. */
  public static final String BREAKDOWNS = "breakdowns";

  /** Separates labels in the stored settings. */
  public static final String LABELS_APART = ",";

  /** Separates breakdowns in the stored settings. */
  public static final String BREAKDOWNS_APART = ";";

  /** The maximum number of labels, and of breakdowns, of a namespace. */
  public static final int MOST = 8;

  /** The maximum length of the value of a label, in bytes of UTF-8. */
  public static final int VALUE_BYTES = 512;

  /** The maximum length of all series of one event together, in bytes of UTF-8. */
  public static final int SERIES_BYTES = 4096;

  /** No labels. */
  public static final Breakdowns NONE = new Breakdowns(List.of(), List.of());

  private static final Pattern LABEL = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,63}");

  public Breakdowns {
    labels = List.copyOf(labels);
    all = List.copyOf(all);
  }

  /** The labels and breakdowns of a namespace. */
  public static Breakdowns of(Namespace namespace) {
    return namespace.settings().isEmpty() ? NONE : of(namespace.settings());
  }

  private static Breakdowns of(Map<String, String> settings) {
    String labels = settings.getOrDefault(LABELS, "");
    String breakdowns = settings.getOrDefault(BREAKDOWNS, "");
    return labels.isEmpty() && breakdowns.isEmpty()
        ? NONE
        : new Breakdowns(labels(labels), breakdowns(breakdowns));
  }

  /** The labels in a stored setting, or of one breakdown. */
  public static List<String> labels(String stored) {
    return stored.isEmpty() ? List.of() : List.of(stored.split(LABELS_APART));
  }

  /** The breakdowns in a stored setting. */
  public static List<List<String>> breakdowns(String stored) {
    return stored.isEmpty()
        ? List.of()
        : Arrays.stream(stored.split(BREAKDOWNS_APART)).map(Breakdowns::labels).toList();
  }

  /**
   * Puts given labels and breakdowns into settings. What was there keeps its place. A label that is
   * new, and comes without breakdowns, is a breakdown by itself.
   *
   * @param settings those before the change; here, the lists of the change are put
   * @param given the settings of the change
   */
  public static void put(Map<String, String> settings, Map<String, String> given) {
    String labels = given.get(LABELS);
    String breakdowns = given.get(BREAKDOWNS);
    Breakdowns before = of(settings);
    List<List<String>> alone = new ArrayList<>(before.all);
    if (labels != null) {
      List<String> after = grown(before.labels, labels(labels));
      after.stream()
          .filter(label -> !before.labels.contains(label))
          .map(List::of)
          .filter(label -> !alone.contains(label))
          .forEach(alone::add);
      put(settings, LABELS, String.join(LABELS_APART, after));
    }
    if (breakdowns != null) {
      put(settings, BREAKDOWNS, text(grown(before.all, breakdowns(breakdowns))));
    } else if (labels != null) {
      put(settings, BREAKDOWNS, text(alone));
    }
  }

  /** The text of breakdowns in the stored settings. */
  public static String text(Collection<List<String>> breakdowns) {
    return String.join(
        BREAKDOWNS_APART,
        breakdowns.stream().map(some -> String.join(LABELS_APART, some)).toList());
  }

  private static void put(Map<String, String> settings, String name, String value) {
    if (value.isEmpty()) {
      settings.remove(name);
    } else {
      settings.put(name, value);
    }
  }

  /** Puts what was there before in its old order, then the rest; leaves a list that lacks any. */
  private static <T> List<T> grown(List<T> before, List<T> after) {
    if (!after.containsAll(before)) {
      return after;
    }
    List<T> all = new ArrayList<>(before);
    after.stream().filter(one -> !before.contains(one)).forEach(all::add);
    return all.size() == after.size() ? all : after;
  }

  /**
   * Tells whether a setting would take away some of these labels or breakdowns.
   *
   * @param name of the setting
   * @param given the settings of a change
   */
  public boolean lose(String name, Map<String, String> given) {
    String value = given.get(name);
    if (value == null) {
      return false;
    }
    return name.equals(LABELS)
        ? !labels(value).containsAll(labels)
        : !breakdowns(value).containsAll(all);
  }

  /**
   * Checks the settings.
   *
   * @throws InvalidInput naming {@code labels} or {@code breakdowns}
   */
  public void check() {
    if (labels.size() > MOST || new HashSet<>(labels).size() < labels.size()) {
      throw new InvalidInput(LABELS, "labels must be at most " + MOST + " names, each once");
    }
    labels.forEach(label -> checkLabel(LABELS, label));
    Set<String> different = new HashSet<>();
    for (List<String> breakdown : all) {
      Set<String> some = new HashSet<>(breakdown);
      if (breakdown.isEmpty() || some.size() < breakdown.size() || !labels.containsAll(some)) {
        throw new InvalidInput(
            BREAKDOWNS, "breakdowns must be lists of labels of the namespace, each once");
      }
      different.add(String.join(LABELS_APART, new TreeSet<>(some)));
    }
    if (all.size() > MOST || different.size() < all.size()) {
      throw new InvalidInput(
          BREAKDOWNS, "breakdowns must be at most " + MOST + " lists, of different labels");
    }
  }

  /**
   * Checks the name of a label.
   *
   * @throws InvalidInput naming {@code field}
   */
  public static void checkLabel(String field, String label) {
    if (!LABEL.matcher(label).matches()) {
      throw new InvalidInput(
          field,
          field
              + " must hold names of at most 64 letters, digits, _, - and dots, that begin with a"
              + " letter or _");
    }
  }

  /** Tells whether a text has the name of some label, and then a colon, at a place. */
  public static boolean isLabelAt(String text, int at) {
    Matcher name = LABEL.matcher(text).region(at, text.length());
    return name.lookingAt() && text.startsWith(":", name.end());
  }

  /**
   * The keys of the series of an event: one for each breakdown.
   *
   * @param values the values of the labels that the event has
   * @throws InvalidInput naming {@code labels} if the event has a label that the namespace has not,
   *     or if a value or all series are too long
   */
  public List<String> series(Map<String, String> values) {
    for (Map.Entry<String, String> value : values.entrySet()) {
      checkValue(value.getKey(), value.getValue());
    }
    if (all.isEmpty()) {
      return List.of();
    }
    List<String> keys = new ArrayList<>(all.size());
    int bytes = 0;
    for (int i = 0; i < all.size(); i++) {
      List<String> of = new ArrayList<>(all.get(i).size());
      all.get(i).forEach(label -> of.add(values.getOrDefault(label, "")));
      String key = new Series(i, of).key();
      bytes += Utf8.length(key);
      keys.add(key);
    }
    if (bytes > SERIES_BYTES) {
      throw new InvalidInput(
          LABELS,
          "labels take "
              + bytes
              + " bytes in all breakdowns; at most "
              + SERIES_BYTES
              + " are allowed");
    }
    return List.copyOf(keys);
  }

  /**
   * Checks the value of a label of an event or of a question.
   *
   * @throws InvalidInput if the namespace has no such label, or the value is too long
   */
  public void checkValue(String label, String value) {
    if (!labels.contains(label)) {
      throw InvalidInput.unknown(
          LABELS,
          labels.isEmpty()
              ? "labels: the namespace has none"
              : "labels of the namespace are " + String.join(", ", labels) + ", and no other");
    }
    checkLength(label, value);
  }

  /**
   * Checks the value of a label of any namespace.
   *
   * @throws InvalidInput if the value is too long, or not valid UTF-8
   */
  public static void checkLength(String label, String value) {
    int bytes = Utf8.length(value);
    if (bytes < 0) {
      throw new InvalidInput(LABELS + "." + label, label + " is not valid UTF-8");
    }
    if (bytes > VALUE_BYTES) {
      throw new InvalidInput(
          LABELS + "." + label,
          label + " is " + bytes + " bytes long; at most " + VALUE_BYTES + " are allowed");
    }
  }

  /** The number of the breakdown by exactly some labels, in any order; -1 if there is none. */
  public int indexOf(Collection<String> by) {
    Set<String> some = new HashSet<>(by);
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).size() == some.size() && some.containsAll(all.get(i))) {
        return i;
      }
    }
    return -1;
  }
}
