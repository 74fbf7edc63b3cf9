package io.quipu.service.access;

import io.quipu.engine.time.Clock;
import io.quipu.ops.config.AuthConfig.Method;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.RateLimits;

/**
 * How callers are told apart; the same for all instances of a process.
 *
 * @param proof what every caller has to show
 * @param origins those that keys name
 * @param rates how much each caller may ask for
 */
public record AccessRules(Method proof, KeyOrigins origins, RateLimits rates) {
  /** Everybody may do everything. */
  public static final AccessRules OPEN =
      new AccessRules(Method.NONE, new KeyOrigins(), new RateLimits(0, 0, 0, Clock.system()));
}
