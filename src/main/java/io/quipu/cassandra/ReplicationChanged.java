package io.quipu.cassandra;

/** The failure of a request after a change of the replication: not sent, or answer not used. */
final class ReplicationChanged extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean sent;

  /**
   * @param sent whether the request was sent, so that Cassandra may have executed it
   */
  ReplicationChanged(boolean sent) {
    super("The replication of the keyspace has changed", null, false, false);
    this.sent = sent;
  }

  boolean wasSent() {
    return sent;
  }
}
