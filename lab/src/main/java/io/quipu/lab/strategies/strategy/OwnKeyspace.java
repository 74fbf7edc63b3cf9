package io.quipu.lab.strategies.strategy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The keyspace of one comparison, with the tables of all ways to count. In the CQL given to the
 * methods, {@code $ks} stands for the name of the keyspace.
 */
public final class OwnKeyspace {
  /** A timeout that allows counting many rows. Cassandra's own for reads are shorter. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final int ROWS_PER_BATCH = 100;

  private final CqlSession session;
  private final String name;

  private OwnKeyspace(CqlSession session, String name) {
    this.session = session;
    this.name = name;
  }

  /**
   * Creates the keyspace.
   *
   * @param replication the replication, in the syntax of CQL
   * @throws com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException if the keyspace
   *     exists
   */
  public static OwnKeyspace create(CqlSession session, String name, String replication) {
    OwnKeyspace created = new OwnKeyspace(session, name);
    created.change("CREATE KEYSPACE $ks WITH replication = " + replication);
    return created;
  }

  public String name() {
    return name;
  }

  /** Drops the keyspace with all its counts. */
  public void drop() {
    change("DROP KEYSPACE $ks");
  }

  /** Executes a change of the schema. */
  public void change(String cql) {
    session.execute(SimpleStatement.newInstance(named(cql)).setTimeout(LIMIT));
  }

  public PreparedStatement prepare(String cql) {
    return session.prepare(SimpleStatement.newInstance(named(cql)).setTimeout(LIMIT));
  }

  private String named(String cql) {
    return cql.replace("$ks", name);
  }

  public CompletionStage<AsyncResultSet> send(Statement<?> statement) {
    return session.executeAsync(statement);
  }

  public void execute(Statement<?> statement) {
    session.execute(statement);
  }

  public @Nullable Row first(Statement<?> statement) {
    return session.execute(statement).one();
  }

  /** Returns the first column of the first row; 0 if there is no row or the column is null. */
  public long number(Statement<?> statement) {
    return number(first(statement));
  }

  /** Returns the first column of the row; 0 if the row or the column is null. */
  public static long number(@Nullable Row row) {
    return row == null ? 0 : row.getLong(0);
  }

  /**
   * Writes many rows of one partition, in batches.
   *
   * @param row makes the statement of a row, by the number of the row from 0
   */
  public void fill(int rows, IntFunction<? extends BatchableStatement<?>> row) {
    for (int first = 0; first < rows; first += ROWS_PER_BATCH) {
      List<BatchableStatement<?>> some = new ArrayList<>();
      IntStream.range(first, Math.min(rows, first + ROWS_PER_BATCH))
          .forEach(i -> some.add(row.apply(i)));
      session.execute(BatchStatement.newInstance(BatchType.UNLOGGED, some).setTimeout(LIMIT));
    }
  }
}
