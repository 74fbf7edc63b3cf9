package io.quipu.cassandra.schema;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.quipu.cassandra.driver.BoundedRetry;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.ops.config.CassandraConfig;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Checks that the account may read and write every table of the schema files. The key in each
 * statement is null. Cassandra checks the permission first and then refuses the key, so nothing is
 * read or written. Blocks: for the start only.
 */
public final class SchemaPermissions {
  /** The advice for the operator. */
  static final String ADVICE =
      "An instance needs SELECT and MODIFY on the keyspace, and who makes the schema CREATE and"
          + " ALTER besides (docs/deploy.md, Accounts)";

  private final CqlSession session;
  private final CassandraConfig config;
  private final BoundedRetry retry;

  public SchemaPermissions(CqlSession session, CassandraConfig config) {
    this.session = session;
    this.config = config;
    this.retry =
        new BoundedRetry(
            "ask for the permissions on keyspace " + config.keyspace(),
            config.connectTimeout(),
            "Are enough nodes up?");
  }

  /**
   * Checks all tables.
   *
   * @throws CassandraUnusable naming the first table that the account may not read or write
   */
  public void check() {
    for (SchemaFile file : SchemaFile.all()) {
      for (SchemaTable table : file.tables()) {
        if (!table.primaryKey().isEmpty()) {
          String name = config.keyspace() + "." + table.name();
          ask("SELECT * FROM " + name, table.partitionKey());
          ask("DELETE FROM " + name, table.key());
        }
      }
    }
  }

  private void ask(String statement, List<String> key) {
    String condition =
        key.stream().map(column -> column + " = ?").collect(Collectors.joining(" AND "));
    SimpleStatement nowhere =
        SimpleStatement.newInstance(statement + " WHERE " + condition, new Object[key.size()]);
    try {
      retry.call(() -> session.execute(nowhere));
    } catch (UnauthorizedException e) {
      throw new CassandraUnusable(
          "Cassandra does not let this account work on keyspace "
              + config.keyspace()
              + ": "
              + BoundedRetry.reason(e)
              + ". "
              + ADVICE,
          e);
    } catch (InvalidQueryException e) {
      // Cassandra refused only the null key: the account has the permission
    }
  }
}
