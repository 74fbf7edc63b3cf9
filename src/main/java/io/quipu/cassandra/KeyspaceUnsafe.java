package io.quipu.cassandra;

/**
 * The failure of a request while the {@link KeyspaceGuard} is closed: not sent, or answer not used.
 */
final class KeyspaceUnsafe extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean sent;

  /**
   * @param sent whether the request was sent, so that Cassandra may have executed it
   */
  KeyspaceUnsafe(boolean sent) {
    super("The keyspace was altered so that counts would be wrong", null, false, false);
    this.sent = sent;
  }

  boolean wasSent() {
    return sent;
  }
}
