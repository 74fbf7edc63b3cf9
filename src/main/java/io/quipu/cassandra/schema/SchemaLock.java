package io.quipu.cassandra.schema;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The lock under which one instance at a time applies the schema. The lock expires by itself, so
 * that an instance that dies does not keep the others from starting.
 */
final class SchemaLock {
  /** The time to live: longer than an attempt of a statement; renewed before each statement. */
  private static final int SECONDS = 60;

  private final SchemaExecutor executor;
  private final String table;
  private final UUID self = UUID.randomUUID();

  SchemaLock(SchemaExecutor executor, String keyspace) {
    this.executor = executor;
    this.table = keyspace + ".schema_lock";
  }

  boolean take() {
    ResultSet answer =
        executor.execute(
            "INSERT INTO "
                + table
                + " (name, holder) VALUES ('schema', ?) IF NOT EXISTS USING TTL "
                + SECONDS,
            self);
    return answer.wasApplied() || holds(answer.one());
  }

  /** Starts the time to live again; false if this instance does not hold the lock any more. */
  boolean renew() {
    return executor
        .execute(
            "UPDATE "
                + table
                + " USING TTL "
                + SECONDS
                + " SET holder = ? WHERE name = 'schema' IF holder = ?",
            self,
            self)
        .wasApplied();
  }

  void release() {
    executor.execute("DELETE FROM " + table + " WHERE name = 'schema' IF holder = ?", self);
  }

  /** Tells whether this instance is the holder: the answer to an earlier attempt may be lost. */
  private boolean holds(@Nullable Row current) {
    return current != null && self.equals(current.getUuid("holder"));
  }
}
