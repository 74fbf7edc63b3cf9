package io.quipu.http.access;

import io.quipu.auth.KeyOrigins;
import io.quipu.auth.RateLimits;
import io.quipu.time.Clock;

/**
 * How callers are told apart; the same for all instances of a process.
 *
 * @param keys whether every caller has to show a key; if not, everybody may do everything
 * @param origins those that keys name
 * @param rates how much each caller may ask for
 */
public record AccessRules(boolean keys, KeyOrigins origins, RateLimits rates) {
  /** Everybody may do everything. */
  public static final AccessRules OPEN =
      new AccessRules(false, new KeyOrigins(), new RateLimits(0, Clock.system()));
}
