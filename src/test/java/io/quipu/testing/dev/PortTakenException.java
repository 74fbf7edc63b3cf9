package io.quipu.testing.dev;

/** Somebody else listens on a port that Cassandra was to have. */
public final class PortTakenException extends CassandraStartException {
  private static final long serialVersionUID = 1L;

  PortTakenException(String address, int port) {
    super("Port " + port + " on " + address + " is taken by another process");
  }
}
