package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.counter.CounterName;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.DirtyCounters;
import io.quipu.store.Partition;
import io.quipu.store.contract.DirtyCountersContract;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraDirtyCountersIT extends DirtyCountersContract {
  private static String keyspace;
  private static CqlSession cql;
  private static CassandraSession session;
  private static OwnerContext context;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    keyspace = cassandra.reservedKeyspace();
    cql = cassandra.session();
    context = new OwnerContext();
    session =
        CassandraSession.open(
            context.vertx(), TestSessions.config(cassandra.contactPoint(), keyspace));
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Override
  protected DirtyCounters dirtyCounters() {
    return new CassandraDirtyCounters(session, context.context());
  }

  @Override
  protected void mark(long minute, CounterName counter) {
    await(
        new CassandraEventStore(session, context.context())
            .announce(new Partition(counter, minute, 0)));
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }

  @Test
  void forgettingCoversTheMarksOfTheMinute_andNothingLater() {
    long minute = Instant.parse("2026-02-01T12:00:00Z").getEpochSecond();
    CounterName counter = new CounterName("votes", "marked again");
    List<Integer> slot = List.of(DirtyCounters.slotOf(counter));
    DirtyCounters store = dirtyCounters();
    await(store.forget(minute, slot));

    markRaw(minute, counter, minute * 1_000_000 + 1);
    assertThat(await(store.changedIn(minute, slot))).isEmpty();

    markRaw(minute, counter, minute * 1_000_000 + 2);
    assertThat(await(store.changedIn(minute, slot))).containsExactly(counter);
  }

  private static void markRaw(long minute, CounterName counter, long timestamp) {
    cql.execute(
        "INSERT INTO "
            + keyspace
            + ".dirty_counter (minute, slot, namespace, counter)"
            + " VALUES (?, ?, ?, ?) USING TIMESTAMP "
            + timestamp,
        Instant.ofEpochSecond(minute),
        DirtyCounters.slotOf(counter),
        counter.namespace(),
        counter.name());
  }
}
