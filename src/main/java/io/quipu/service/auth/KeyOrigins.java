package io.quipu.service.auth;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * The origins that keys name, as last read. The preflight request of a browser carries no key, so
 * an origin is allowed in a preflight if any key names the origin. The request after the preflight
 * carries a key, and is checked with this key. Safe on any thread.
 */
public final class KeyOrigins {
  /** The maximum number of origins. Further origins are left out: their preflights are refused. */
  static final int MOST = 10_000;

  private volatile Set<String> origins = Set.of();

  public boolean include(String origin) {
    return origins.contains(origin);
  }

  void replace(Set<String> found) {
    origins = Collections.unmodifiableSet(new TreeSet<>(found));
  }
}
