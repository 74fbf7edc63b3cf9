package io.quipu.engine.input;

/**
 * The number of slips between two words: letters inserted, deleted, replaced, or swapped with their
 * neighbour.
 */
public final class EditDistance {
  private EditDistance() {}

  /** Counts the slips, in a time that is the product of the lengths. */
  public static int of(String a, String b) {
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
