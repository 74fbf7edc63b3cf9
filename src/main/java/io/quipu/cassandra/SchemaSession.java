package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.config.CassandraConfig;

/** A session for nothing but the schema. Blocks, up to minutes. */
public final class SchemaSession {
  private SchemaSession() {}

  /**
   * Creates the keyspace and its tables if they are missing, and brings them to this version.
   *
   * @throws CassandraUnusable with one line for the operator
   */
  public static void bringUp(CassandraConfig config) {
    try (CqlSession session = Connection.open(config)) {
      new Schema(session, config).ensure();
    } catch (StuckSession e) {
      throw new CassandraUnusable(
          "Connections to Cassandra break before the schema is read. Are enough nodes up?", e);
    }
  }
}
