package io.quipu.testing.dev;

/**
 * Cassandra could not be started; the message is one line that says why, and no process is left.
 */
public class CassandraStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CassandraStartException(String message) {
    super(message);
  }

  CassandraStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
