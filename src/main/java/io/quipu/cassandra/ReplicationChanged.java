package io.quipu.cassandra;

/** A request that was not sent, or an answer not believed, since the replication changed. */
final class ReplicationChanged extends RuntimeException {
  private static final long serialVersionUID = 1L;

  static final ReplicationChanged NOT_SENT = new ReplicationChanged("not sent");
  static final ReplicationChanged NOT_BELIEVED = new ReplicationChanged("the answer is void");

  private ReplicationChanged(String what) {
    super("The replication of the keyspace has changed: " + what, null, false, false);
  }
}
