package io.quipu.cassandra.driver;

import io.quipu.cassandra.session.KeyspaceGuard;

/**
 * The failure of a request while the {@link KeyspaceGuard} is closed: not sent, or answer not used.
 */
public final class KeyspaceUnsafe extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean sent;

  /**
   * @param sent whether the request was sent, so that Cassandra may have executed it
   */
  public KeyspaceUnsafe(boolean sent) {
    super("The keyspace was altered so that counts would be wrong", null, false, false);
    this.sent = sent;
  }

  boolean wasSent() {
    return sent;
  }
}
