package io.quipu.service.auth;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * The origins that keys name, as they were found last. A preflight carries no key, so that it is
 * answered for the origins of all of them; the request that follows shows whose it is. Safe on any
 * thread.
 */
public final class KeyOrigins {
  /** More are not kept: their preflights are refused. */
  static final int MOST = 10_000;

  private volatile Set<String> origins = Set.of();

  public boolean include(String origin) {
    return origins.contains(origin);
  }

  void replace(Set<String> found) {
    origins = Collections.unmodifiableSet(new TreeSet<>(found));
  }
}
