package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.cassandra.events.CassandraEventDirectory;
import io.quipu.cassandra.events.CassandraEventLog;
import io.quipu.cassandra.pages.CassandraPageStore;
import io.quipu.cassandra.pages.CassandraSettledIds;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.cassandra.session.TestSessions;
import io.quipu.cassandra.writers.CassandraWriterRegistry;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A node that answers, but is short of the others: three replicas are due where one node is.
 * (Conditional writes are not shown here: Cassandra lets those who exist decide among themselves.)
 */
@ExtendWith(CassandraExtension.class)
class QuorumLossIT {
  private static final EventTime TIME = EventTime.ofEpochSecond(1_800_000_000);
  private static final CounterName COUNTER = new CounterName("votes", "a");
  private static final EventPartition PARTITION =
      new EventPartition(RetentionClass.USUAL, EventPartition.bucketOf(TIME), 0);

  private TestCassandra cassandra;
  private String keyspace;
  private CassandraSession session;
  private OwnerContext context;
  private EventLog events;
  private EventDirectory directory;
  private PageStore pages;

  @BeforeEach
  void loseTheQuorum(TestCassandra cassandra) {
    this.cassandra = cassandra;
    keyspace = cassandra.reservedKeyspace();
    context = new OwnerContext();
    session =
        TestSessions.unguarded(context, TestSessions.config(cassandra.contactPoint(), keyspace));
    events = context.owned(EventLog.class, new CassandraEventLog(session, context.context()));
    directory =
        context.owned(
            EventDirectory.class, new CassandraEventDirectory(session, context.context()));
    pages = context.owned(PageStore.class, new CassandraPageStore(session, context.context()));
    TestSessions.replicate(cassandra, keyspace, 3);
  }

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void writesAreRefused_andReadsUnavailable() {
    EventRow row = new EventRow(TIME.timeuuid(0, 1), 1, 1, null);
    EventRow other = new EventRow(TIME.timeuuid(0, 2), 1, 1, null);
    CassandraWriterRegistry registry = new CassandraWriterRegistry(session, context.context());

    assertThat(append(row)).isEqualTo(WriteOutcome.REFUSED);
    assertThat(append(row, other)).isEqualTo(WriteOutcome.REFUSED);
    assertThat(context.await(directory.name(PARTITION))).isEqualTo(WriteOutcome.REFUSED);
    assertThat(context.await(events.delete(PARTITION))).isEqualTo(WriteOutcome.REFUSED);
    assertThat(rememberMany()).isEqualTo(WriteOutcome.REFUSED);

    assertThatThrownBy(() -> context.await(pages.read(0, List.of(COUNTER))))
        .isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(this::slice).isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> context.await(directory.look(0, List.of(), 0)))
        .isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> context.await(registry.writers(List.of(UUID.randomUUID()))))
        .isInstanceOf(StoreUnavailable.class);

    TestSessions.replicate(cassandra, keyspace, 1);
    await().until(() -> append(other) == WriteOutcome.WRITTEN);
    assertThat(slice()).containsExactly(other);
  }

  private WriteOutcome append(EventRow... rows) {
    return context.await(
        events.append(PARTITION, List.of(new CounterRows(0, COUNTER, List.of(rows)))));
  }

  private WriteOutcome rememberMany() {
    SettledIds ids =
        context.owned(SettledIds.class, new CassandraSettledIds(session, context.context()));
    RunPlace place = new RunPlace(0, RunPeriod.of(0, TIME), 2, 0);
    return context.await(
        ids.write(place, 0, new TreeMap<>(Map.of(-1, ByteBuffer.allocate(8_000)))));
  }

  private List<EventRow> slice() {
    List<EventRow> rows = new ArrayList<>();
    context.await(
        events.slice(
            PARTITION,
            0,
            COUNTER,
            EventTime.MIN,
            EventTime.MAX,
            (at, delta, more, id, window, minute, series) ->
                rows.add(new EventRow(at, delta, more, id))));
    return rows;
  }
}
