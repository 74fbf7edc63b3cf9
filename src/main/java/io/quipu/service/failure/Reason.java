package io.quipu.service.failure;

/** Why the service does not do what it is asked for; each way in has words of its own for it. */
public enum Reason {
  INVALID_REQUEST,
  UNKNOWN_NAMESPACE,
  NO_CREDENTIALS,
  WRONG_CREDENTIALS,
  FORBIDDEN,
  /** The caller may do it, but not on behalf of the web page that sent it. */
  FOREIGN_ORIGIN,
  NOT_PUBLIC,
  PAST_BOUND,
  ID_CONFLICT,
  RATE_LIMITED,
  QUEUE_FULL,
  LEASE_NOT_VALID,
  UNAVAILABLE,
  STOPPING,
  /** It may or may not have been done. */
  OUTCOME_UNKNOWN;

  /** Tells whether the caller is not known, or may not do this. */
  public boolean isDenial() {
    return isUnauthenticated() || this == FORBIDDEN || this == FOREIGN_ORIGIN;
  }

  /** Tells whether the caller, and not the state of the service, is the reason. */
  public boolean isOfTheCaller() {
    return switch (this) {
      case QUEUE_FULL, LEASE_NOT_VALID, UNAVAILABLE, STOPPING, OUTCOME_UNKNOWN -> false;
      default -> true;
    };
  }

  /** Tells whether nobody knows who the caller is. */
  public boolean isUnauthenticated() {
    return this == NO_CREDENTIALS || this == WRONG_CREDENTIALS;
  }
}
