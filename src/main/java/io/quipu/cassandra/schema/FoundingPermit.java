package io.quipu.cassandra.schema;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.cassandra.cql.Cql;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * The permit to choose the constants of a keyspace: granted before the schema is made for the first
 * time, and withdrawn once the constants are chosen. A keyspace with neither permit nor constants
 * is not new: the replicas that answered have lost the data, or have not received the data yet.
 * Blocks the calling thread, so only for use before an instance is ready.
 */
public final class FoundingPermit {
  private static final String NAME = "layout";

  private static final Cql READ =
      Cql.serialRead("SELECT holder FROM $ks.schema_lock WHERE name = ?");
  private static final Cql WITHDRAW =
      Cql.conditional("DELETE FROM $ks.schema_lock WHERE name = ? IF EXISTS");

  public static final List<Cql> STATEMENTS = List.of(READ, WITHDRAW);

  private final CqlSession session;
  private final PreparedStatement read;
  private final PreparedStatement withdraw;

  FoundingPermit(CqlSession session, Map<Cql, PreparedStatement> prepared) {
    this.session = session;
    this.read = Objects.requireNonNull(prepared.get(READ));
    this.withdraw = Objects.requireNonNull(prepared.get(WITHDRAW));
  }

  /** Grants the permit. May be repeated, but not once the table of versions exists. */
  static void grant(SchemaExecutor executor, String keyspace) {
    executor.execute(
        "INSERT INTO %s.schema_lock (name, holder) VALUES ('%s', ?) IF NOT EXISTS"
            .formatted(keyspace, NAME),
        UUID.randomUUID());
  }

  boolean isGranted() {
    return session.execute(read.bind(NAME)).one() != null;
  }

  /** Withdraws the permit. May be repeated; false if there is no permit. */
  boolean withdraw() {
    return session.execute(withdraw.bind(NAME)).wasApplied();
  }
}
