package io.quipu.tools.cli.spelling;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The name that a mistyped one is nearest to. */
public final class Nearest {
  private Nearest() {}

  /** Returns the words to append to a message; empty where no name is near. */
  public static String hint(String typed, Collection<String> names) {
    return of(typed, names).map(name -> ". Did you mean " + name + "?").orElse("");
  }

  /** Returns another name that differs by a few letters, or that begins with what was typed. */
  static Optional<String> of(String typed, Collection<String> names) {
    return names.stream()
        .filter(name -> !name.equals(typed) && distance(typed, name) <= most(typed))
        .min(
            Comparator.comparingInt((String name) -> distance(typed, name))
                .thenComparing(name -> name))
        .or(() -> completed(typed, names));
  }

  private static Optional<String> completed(String typed, Collection<String> names) {
    return typed.length() < 2
        ? Optional.empty()
        : names.stream()
            .filter(name -> !name.equals(typed) && name.startsWith(typed))
            .sorted()
            .findFirst();
  }

  private static int most(String typed) {
    return Math.max(1, typed.length() / 3);
  }

  /**
   * Letters inserted, deleted, replaced, or swapped with their neighbour; case is no difference.
   */
  private static int distance(String one, String two) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = two.toLowerCase(Locale.ROOT);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : least(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int least(int[][] cost, String a, String b, int i, int j) {
    int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
