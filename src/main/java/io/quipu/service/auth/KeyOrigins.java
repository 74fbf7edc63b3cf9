package io.quipu.service.auth;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * The origins that keys name, as last read. A preflight carries no key, so the origins of all keys
 * are allowed. The request that follows carries a key, and is checked with this key. Safe on any
 * thread.
 */
public final class KeyOrigins {
  /** The most origins that are kept; preflights of further origins are refused. */
  static final int MOST = 10_000;

  private volatile Set<String> origins = Set.of();

  public boolean include(String origin) {
    return origins.contains(origin);
  }

  void replace(Set<String> found) {
    origins = Collections.unmodifiableSet(new TreeSet<>(found));
  }
}
