package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import io.quipu.counter.CounterName;
import io.quipu.store.Checkpoint;
import io.quipu.store.Epochs;
import java.util.List;
import java.util.Set;

/**
 * Prepares the next epoch of a counter. Conditional on {@code until}, too: a commit leaves the
 * epoch where it is and moves {@code until}, and a committed epoch must not be entered as aborted.
 */
final class PrepareEpoch {
  private static final String WHERE =
      " WHERE namespace = ? AND counter = ? IF until = ? AND epoch = ?";
  private static final Cql PREPARE =
      Cql.conditional("UPDATE $ks.checkpoint SET epoch = ?, preparing = true" + WHERE);
  private static final Cql PREPARE_ABORTING =
      Cql.conditional(
          "UPDATE $ks.checkpoint SET epoch = ?, preparing = true, aborted = aborted + ?" + WHERE);

  static final List<Cql> STATEMENTS = List.of(PREPARE, PREPARE_ABORTING);

  private final CassandraSession session;

  PrepareEpoch(CassandraSession session) {
    this.session = session;
  }

  BoundStatement statement(CounterName counter, Checkpoint expected) {
    Epochs before = expected.epochs();
    BoundStatementBuilder values =
        before.preparing()
            ? values(PREPARE_ABORTING, before).setSet(1, Set.of(before.current()), Long.class)
            : values(PREPARE, before);
    int key = before.preparing() ? 2 : 1;
    BoundStatementBuilder keyed =
        values.setString(key, counter.namespace()).setString(key + 1, counter.name());
    return ExpectedVersion.set(keyed, key + 2, expected).build();
  }

  private BoundStatementBuilder values(Cql cql, Epochs before) {
    return session.prepared(cql).boundStatementBuilder().setLong(0, before.prepared().current());
  }
}
