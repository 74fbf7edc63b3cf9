package io.quipu.ops.config;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/** Finds the known name that is most similar to an unknown name, with at most three edits. */
final class SpellingSuggestion {
  private static final int MOST_EDITS = 3;

  private SpellingSuggestion() {}

  static Optional<String> nearest(String given, Set<String> names) {
    return names.stream()
        .filter(name -> edits(given, name) <= MOST_EDITS)
        .min(Comparator.comparingInt(name -> edits(given, name)));
  }

  /** The number of characters to insert, delete or replace (Levenshtein's distance). */
  private static int edits(String from, String to) {
    int[] previous = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] current = new int[to.length() + 1];
      current[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[to.length()];
  }
}
