package io.quipu.engine.input;

import java.util.Comparator;

/**
 * The order of text in Cassandra: by the bytes of UTF-8, which is the order of code points. {@link
 * String#compareTo} has another order, because it puts surrogates before the characters U+E000 to
 * U+FFFF.
 */
public final class Utf8Order implements Comparator<String> {
  public static final Utf8Order INSTANCE = new Utf8Order();

  private Utf8Order() {}

  @Override
  public int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char left = a.charAt(i);
      char right = b.charAt(i);
      if (left != right) {
        return rank(left) == rank(right)
            ? Character.compare(left, right)
            : Integer.compare(rank(left), rank(right));
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** Ranks surrogates last, because surrogates encode the code points above U+FFFF. */
  private static int rank(char c) {
    return Character.isSurrogate(c) ? 1 : 0;
  }
}
