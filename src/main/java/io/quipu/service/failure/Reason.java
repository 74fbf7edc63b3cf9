package io.quipu.service.failure;

/** The reason why a request fails. Each protocol turns the reasons into codes of its own. */
public enum Reason {
  INVALID_REQUEST,
  UNKNOWN_NAMESPACE,
  NO_CREDENTIALS,
  WRONG_CREDENTIALS,
  FORBIDDEN,
  /** The web page that sent the request may not use the key or token of the caller. */
  FOREIGN_ORIGIN,
  NOT_PUBLIC,
  PAST_BOUND,
  ID_CONFLICT,
  /** The event was to be the first of a counter that has events. */
  COUNTED_BEFORE,
  /** The counter, or counters of its namespace, were purged as often as possible. */
  TOO_MANY_PURGES,
  RATE_LIMITED,
  QUEUE_FULL,
  LEASE_NOT_VALID,
  UNAVAILABLE,
  STOPPING,
  /** The change may or may not have happened. */
  OUTCOME_UNKNOWN;

  /** Tells whether the caller is unknown, or lacks the right, or the page may not use the key. */
  public boolean isDenial() {
    return isUnauthenticated() || this == FORBIDDEN || this == FOREIGN_ORIGIN;
  }

  /** Tells whether the request or its caller, not the state of the service, is the reason. */
  public boolean isOfTheCaller() {
    return switch (this) {
      case QUEUE_FULL, LEASE_NOT_VALID, UNAVAILABLE, STOPPING, OUTCOME_UNKNOWN -> false;
      default -> true;
    };
  }

  /** Tells whether the caller did not present a valid key or token. */
  public boolean isUnauthenticated() {
    return this == NO_CREDENTIALS || this == WRONG_CREDENTIALS;
  }
}
