package io.quipu.cassandra.pages;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.cassandra.cql.ConditionalBatch;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the statement for one step of a page: a conditional batch on the partition of the page,
 * which applies as a whole or not at all. No column is ever set to null, because Cassandra would
 * keep a tombstone for the column.
 */
public record AdvancePage(CassandraSession session) {
  private static final Cql MOVE =
      Cql.conditional(
          "UPDATE $ks.page SET until = ?, collected = ?, step = ?, changed = ?"
              + " WHERE page = ? IF until = ?");
  private static final Cql SET_COUNTER =
      Cql.conditional(
          "INSERT INTO $ks.page (page, namespace, counter, total, events, state)"
              + " VALUES (?, ?, ?, ?, ?, ?)");

  /**
   * Sets the runs of settled ids, which are not static because an answer repeats statics in each
   * row, and one of the step columns. The other step columns are unset, so they keep their values.
   */
  private static final Cql SET_STEP =
      Cql.conditional(
          "INSERT INTO $ks.page (page, namespace, counter, ids, "
              + PageSteps.COLUMNS
              + ") VALUES (?, '', '', ?"
              + ", ?".repeat(PageStore.STEPS_KEPT)
              + ")");

  static final List<Cql> STATEMENTS = List.of(MOVE, SET_COUNTER, SET_STEP);

  public Statement<?> statement(
      int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
    BoundStatement moved =
        session.bind(
            MOVE,
            next.until().boundary(),
            next.collected().boundary(),
            next.step(),
            PageHeaderBlobs.changed(changed.keySet()),
            page,
            // before the first step, the page has no column until
            expected.equals(EventTime.MIN) ? null : expected.boundary());
    List<BatchableStatement<?>> all = new ArrayList<>(changed.size() + 2);
    all.add(moved);
    all.add(setStep(page, next));
    changed.forEach((counter, state) -> all.add(setCounter(page, counter, state)));
    return ConditionalBatch.of(all, moved);
  }

  private BoundStatement setStep(int page, PageHeader next) {
    return session
        .prepared(SET_STEP)
        .boundStatementBuilder(page, PageHeaderBlobs.ids(next.ids()))
        .setLong(2 + PageSteps.column(next.step()), next.step())
        .build();
  }

  private BoundStatement setCounter(int page, CounterName counter, CounterState state) {
    return session.bind(
        SET_COUNTER,
        page,
        counter.stored(),
        counter.key(),
        state.total().count(),
        state.total().events(),
        CounterStateBlob.encode(state));
  }
}
