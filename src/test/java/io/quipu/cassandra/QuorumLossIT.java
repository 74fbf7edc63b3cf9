package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.CheckpointStore;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
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
  private static final Partition PARTITION = new Partition(COUNTER, Partition.bucketOf(TIME), 0);

  private TestCassandra cassandra;
  private String keyspace;
  private CassandraSession session;
  private OwnerContext context;
  private EventStore events;
  private CheckpointStore checkpoints;

  @BeforeEach
  void loseTheQuorum(TestCassandra cassandra) {
    this.cassandra = cassandra;
    keyspace = cassandra.reservedKeyspace();
    context = new OwnerContext();
    session =
        CassandraSession.open(
            context.vertx(), TestSessions.config(cassandra.contactPoint(), keyspace));
    events = context.owned(EventStore.class, new CassandraEventStore(session, context.context()));
    checkpoints =
        context.owned(
            CheckpointStore.class, new CassandraCheckpointStore(session, context.context()));
    replicate(3);
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
    CassandraDirtyCounters dirty = new CassandraDirtyCounters(session, context.context());

    assertThat(append(row)).isEqualTo(WriteOutcome.REFUSED);
    assertThat(append(row, other)).isEqualTo(WriteOutcome.REFUSED);
    assertThat(context.await(events.announce(PARTITION))).isEqualTo(WriteOutcome.REFUSED);
    assertThat(context.await(dirty.settledBefore(List.of(1, 2), 60)))
        .isEqualTo(WriteOutcome.REFUSED);
    assertThat(context.await(dirty.forget(60, List.of(1, 2)))).isEqualTo(WriteOutcome.REFUSED);

    assertThatThrownBy(() -> context.await(checkpoints.read(COUNTER)))
        .isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(this::slice).isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> context.await(dirty.changedIn(60, List.of(1, 2))))
        .isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> context.await(registry.writers(List.of(UUID.randomUUID()))))
        .isInstanceOf(StoreUnavailable.class);

    replicate(1);
    await().until(() -> append(other) == WriteOutcome.WRITTEN);
    assertThat(slice()).containsExactly(other);
  }

  private WriteOutcome append(EventRow... rows) {
    return context.await(events.append(PARTITION, List.of(rows)));
  }

  private List<EventRow> slice() {
    List<EventRow> rows = new ArrayList<>();
    context.await(
        events.slice(
            PARTITION,
            EventTime.MIN,
            EventTime.MAX,
            (at, delta, more, id, window) -> rows.add(new EventRow(at, delta, more, id))));
    return rows;
  }

  private void replicate(int replicas) {
    cassandra
        .session()
        .execute(
            "ALTER KEYSPACE "
                + keyspace
                + " WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': "
                + replicas
                + "}");
  }
}
