package io.quipu.service.access;

import io.quipu.engine.time.Clock;
import io.quipu.ops.config.AuthConfig.Method;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.RateLimits;

/**
 * The rules for the access of callers, the same for all instances of a process.
 *
 * @param proof the proof that every caller has to give
 * @param origins the origins that keys name
 * @param rates how much each caller may ask for
 */
public record AccessRules(Method proof, KeyOrigins origins, RateLimits rates) {
  /** The rules under which everybody may do everything. */
  public static final AccessRules OPEN =
      new AccessRules(Method.NONE, new KeyOrigins(), new RateLimits(0, 0, 0, Clock.system()));
}
