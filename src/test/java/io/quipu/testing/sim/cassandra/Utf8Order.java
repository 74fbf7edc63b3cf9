package io.quipu.testing.sim.cassandra;

/** The order of texts in Cassandra: that of their UTF-8 bytes, which is that of code points. */
final class Utf8Order {
  private Utf8Order() {}

  static int compare(String one, String other) {
    int common = Math.min(one.length(), other.length());
    for (int i = 0; i < common; i++) {
      char mine = one.charAt(i);
      char theirs = other.charAt(i);
      if (mine != theirs) {
        boolean surrogate = Character.isSurrogate(mine);
        return surrogate == Character.isSurrogate(theirs) ? mine - theirs : surrogate ? 1 : -1;
      }
    }
    return one.length() - other.length();
  }
}
