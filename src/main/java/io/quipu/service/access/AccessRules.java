package io.quipu.service.access;

import io.quipu.engine.time.Clock;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.auth.RateLimits;

/**
 * How callers are told apart; the same for all instances of a process.
 *
 * @param proof what every caller has to show
 * @param origins those that keys name
 * @param rates how much each caller may ask for
 */
public record AccessRules(Proof proof, KeyOrigins origins, RateLimits rates) {
  /** Everybody may do everything. */
  public static final AccessRules OPEN =
      new AccessRules(Proof.NONE, new KeyOrigins(), new RateLimits(0, 0, 0, Clock.system()));

  /** The proofs that callers may have to give. */
  public enum Proof {
    /** Nothing: everybody may do everything. */
    NONE,
    /** A key of the service's own. */
    KEY,
    /** A token of an issuer. */
    TOKEN
  }
}
