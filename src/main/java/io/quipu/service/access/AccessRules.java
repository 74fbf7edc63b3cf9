package io.quipu.service.access;

import io.quipu.engine.time.Clock;
import io.quipu.ops.config.AuthConfig.Method;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.RateLimits;

/**
 * The rules for the access of callers, shared by all verticles of a process.
 *
 * @param proof the proof that every caller has to give
 * @param origins the origins that keys name, as last read
 * @param rates the rate limits of callers and namespaces
 */
public record AccessRules(Method proof, KeyOrigins origins, RateLimits rates) {
  /** The rules without proof and without rate limits: everybody may do everything. */
  public static final AccessRules OPEN =
      new AccessRules(Method.NONE, new KeyOrigins(), new RateLimits(0, 0, 0, Clock.system()));
}
