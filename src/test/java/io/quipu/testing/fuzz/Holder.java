package io.quipu.testing.fuzz;

import java.util.List;

/**
 * A key, and what it may, as the table of rights in the contract says: worked out here a second
 * time, from words alone.
 *
 * @param key as it is shown; not necessarily one that opens anything
 * @param scopes such as {@code read:votes}
 * @param prefix of the names of counters; empty for any
 * @param onlyOne whether only for events of delta 1
 */
record Holder(String name, String key, List<String> scopes, String prefix, boolean onlyOne) {
  /** Tells whether it has the right in a namespace for some counters at least. */
  boolean mayIn(String right, String namespace) {
    return scopes.contains(right + ":" + namespace) || scopes.contains(right + ":*");
  }

  /** Tells whether it has the right for counters that begin so. */
  boolean may(String right, String namespace, String counter) {
    return mayIn(right, namespace) && counter.startsWith(prefix);
  }

  /** Tells whether it has the right for a namespace as a whole. */
  boolean mayAll(String right, String namespace) {
    return mayIn(right, namespace) && prefix.isEmpty();
  }

  boolean maySomewhere(String right) {
    return scopes.stream().anyMatch(scope -> scope.startsWith(right + ":"));
  }

  /** Tells whether it has anything to do with a namespace. */
  boolean knows(String namespace) {
    return mayIn("read", namespace) || mayIn("record", namespace) || mayIn("admin", namespace);
  }
}
