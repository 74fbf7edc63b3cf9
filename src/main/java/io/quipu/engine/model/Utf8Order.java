package io.quipu.engine.model;

import java.util.Comparator;

/**
 * The order in which Cassandra keeps text: by the bytes of its UTF-8 form, which is the order of
 * code points. That of {@link String} differs where surrogates meet the last characters of the
 * basic plane.
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

  /** Surrogates stand for code points above every single character. */
  private static int rank(char c) {
    return Character.isSurrogate(c) ? 1 : 0;
  }
}
