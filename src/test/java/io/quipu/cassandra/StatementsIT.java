package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.driver.DriverOptions;
import io.quipu.cassandra.driver.NeverRetry;
import io.quipu.cassandra.events.CassandraEventDirectory;
import io.quipu.cassandra.events.CassandraEventLog;
import io.quipu.cassandra.namespaces.CassandraMetricNamespaces;
import io.quipu.cassandra.pages.AdvancePage;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.cassandra.session.StoreSession;
import io.quipu.cassandra.writers.WriterGroup;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.ops.config.Consistency;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The sending of statements: the repetitions of the driver decide the meaning of an answer. */
@ExtendWith(StoreSession.Extension.class)
class StatementsIT {
  private static final CounterName COUNTER = new CounterName("votes", "a");
  private static final EventTime TIME = EventTime.ofEpochSecond(0);

  private static OwnerContext context;
  private static OwnerContext localContext;
  private static CassandraSession session;
  private static CassandraSession local;

  @BeforeAll
  static void open(StoreSession stores) {
    context = stores.context;
    session = stores.session;
    localContext = new OwnerContext();
    local =
        CassandraStores.open(
            localContext.vertx(), stores.config(Consistency.LOCAL_QUORUM), List.of(), null);
  }

  @AfterAll
  static void close() {
    localContext.close();
  }

  @Test
  void everyStatementIsPreparedForItsAccess() {
    for (Cql cql : CassandraStores.STATEMENTS) {
      Statement<?> bound = session.prepared(cql).bind();
      switch (cql.access()) {
        case READ, WRITE ->
            check(bound, true, DefaultConsistencyLevel.QUORUM, DefaultConsistencyLevel.SERIAL);
        case SERIAL_READ ->
            check(bound, true, DefaultConsistencyLevel.SERIAL, DefaultConsistencyLevel.SERIAL);
        case CONDITIONAL -> {
          check(bound, false, DefaultConsistencyLevel.QUORUM, DefaultConsistencyLevel.SERIAL);
          assertThat(bound.getExecutionProfileName()).isEqualTo(DriverOptions.CONDITIONAL);
        }
      }
    }
  }

  @Test
  void aLocalQuorumIsLocalInEveryAccess() {
    for (Cql cql : CassandraStores.STATEMENTS) {
      Statement<?> bound = local.prepared(cql).bind();
      check(
          bound,
          cql.access() != Cql.Access.CONDITIONAL,
          cql.access() == Cql.Access.SERIAL_READ
              ? DefaultConsistencyLevel.LOCAL_SERIAL
              : DefaultConsistencyLevel.LOCAL_QUORUM,
          DefaultConsistencyLevel.LOCAL_SERIAL);
    }
  }

  @Test
  void batchesAreSentAsTheirStatementsWouldBe() {
    Statement<?> append =
        CassandraEventLog.insertion(
            session,
            new EventPartition(1, 0, 0),
            List.of(
                new CounterRows(
                    0,
                    COUNTER,
                    List.of(
                        new EventRow(TIME.timeuuid(0, 1), 1, 1, null),
                        new EventRow(TIME.timeuuid(0, 2), 1, 1, "id")))));
    assertThat(append).isInstanceOf(BatchStatement.class);
    check(append, true, DefaultConsistencyLevel.QUORUM, null);
    assertThat(append.getRoutingKey()).isNotNull();
    assertThat(append.getRoutingKeyspace()).isNotNull();

    Statement<?> advance =
        new AdvancePage(session)
            .statement(
                1,
                EventTime.MIN,
                PageHeader.NONE.next(TIME, IdRuns.NONE),
                Map.of(COUNTER, CounterState.NONE));
    Statement<?> join =
        new WriterGroup(session).join(UUID.randomUUID(), new Group(0, TIME, TIME, List.of()), true);
    assertThat(advance).isInstanceOf(BatchStatement.class);
    for (Statement<?> conditional : List.of(advance, join)) {
      check(conditional, false, DefaultConsistencyLevel.QUORUM, DefaultConsistencyLevel.SERIAL);
      assertThat(conditional.getExecutionProfileName()).isEqualTo(DriverOptions.CONDITIONAL);
    }
    assertThat(advance.getRoutingKey()).isNotNull();
  }

  @Test
  void conditionalWritesAreNeverSentAgain() {
    for (String name : List.of(DriverOptions.CONDITIONAL, DriverOptions.SCHEMA)) {
      DriverExecutionProfile profile = session.profile(name);
      assertThat(profile.getString(DefaultDriverOption.RETRY_POLICY_CLASS))
          .isEqualTo(NeverRetry.class.getName());
      assertThat(profile.getString(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS))
          .isEqualTo("NoSpeculativeExecutionPolicy");
    }
  }

  /**
   * But those of a walk along the ring, which has none, of hours that are asked for at once, and of
   * the few namespaces with metrics among all.
   */
  @Test
  void everyStatementKnowsItsPartition() {
    for (Cql cql : CassandraStores.STATEMENTS) {
      if (!cql.text().contains("WHERE token(")
          && !cql.equals(CassandraEventDirectory.SELECT)
          && !CassandraMetricNamespaces.STATEMENTS.contains(cql)) {
        assertThat(session.prepared(cql).getPartitionKeyIndices()).as(cql.text()).isNotEmpty();
      }
    }
  }

  @Test
  void aLookAtTheDirectoryGoesToTheHoursOfThePart_andComesInOnePage() {
    Statement<?> look =
        new CassandraEventDirectory(session, context.context()).select(7, List.of(3_600L), 0);
    Statement<?> ofHours =
        session.bind(
            CassandraEventDirectory.INSERT, CassandraEventDirectory.HOURS, 7, Instant.EPOCH, 1);
    assertThat(look.getRoutingKey()).isNotNull().isEqualTo(ofHours.getRoutingKey());
    assertThat(look.getRoutingKeyspace()).isNotNull().isEqualTo(ofHours.getRoutingKeyspace());
    assertThat(look.getPageSize()).isEqualTo(Integer.MAX_VALUE);
  }

  private static void check(
      Statement<?> statement,
      boolean idempotent,
      DefaultConsistencyLevel consistency,
      DefaultConsistencyLevel serial) {
    assertThat(statement.isIdempotent()).isEqualTo(idempotent);
    assertThat(statement.getConsistencyLevel()).isEqualTo(consistency);
    if (serial != null) {
      assertThat(statement.getSerialConsistencyLevel()).isEqualTo(serial);
    }
  }
}
