package io.quipu.cassandra;

/** A request not sent, or an answer not trusted, because the replication changed. */
final class ReplicationChanged extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean sent;

  /**
   * @param sent whether Cassandra may have got the request
   */
  ReplicationChanged(boolean sent) {
    super("The replication of the keyspace has changed", null, false, false);
    this.sent = sent;
  }

  boolean wasSent() {
    return sent;
  }
}
