package io.quipu.cassandra.driver;

import org.jspecify.annotations.Nullable;

/** The reason why Quipu cannot use this Cassandra. The message is one line for the operator. */
public final class CassandraUnusable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CassandraUnusable(String line) {
    this(line, null);
  }

  public CassandraUnusable(String line, @Nullable Throwable cause) {
    super(line, cause);
  }
}
