package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.counter.EventTime;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.DirtyCounters;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.WriteOutcome;
import io.quipu.store.contract.EventStoreContract;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraEventStoreIT extends EventStoreContract {
  private static final long WRITTEN_AT = BUCKET * 1_000_000;

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
  protected EventStore events() {
    return context.owned(EventStore.class, new CassandraEventStore(session, context.context()));
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }

  @Test
  void slicesReadEveryPage_inOrder_andLimitsReachAcrossPages() {
    List<EventRow> rows = IntStream.range(0, 12_345).mapToObj(i -> row(i, i, 1, null)).toList();
    List<EventRow> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(42));
    for (int from = 0; from < shuffled.size(); from += 1_000) {
      List<EventRow> some = shuffled.subList(from, Math.min(from + 1_000, shuffled.size()));
      assertThat(append(some.toArray(EventRow[]::new))).isEqualTo(WriteOutcome.WRITTEN);
    }

    assertThat(slice()).isEqualTo(rows);
    for (int limit : List.of(4_999, 5_000, 5_001, 10_001, 12_345, 20_000)) {
      assertThat(slice(EventTime.MIN, EventTime.MAX, limit))
          .isEqualTo(rows.subList(0, Math.min(limit, rows.size())));
    }
  }

  @Test
  void rowsAreHandedOverOnTheContext() {
    append(row(1, 1, 1, null));
    List<String> threads = new ArrayList<>();

    await(
        store.slice(
            partition,
            EventTime.MIN,
            EventTime.MAX,
            (at, delta, events, id, window) -> threads.add(Thread.currentThread().getName())));

    assertThat(threads).containsExactly(context.thread());
  }

  @Test
  void announcingMarksTheCounterDirtyInThatMinute() {
    await(store.announce(partition));

    CassandraDirtyCounters dirty = new CassandraDirtyCounters(session, context.context());
    assertThat(await(dirty.changedIn(BUCKET, List.of(DirtyCounters.slotOf(counter)))))
        .contains(counter);
  }

  @Test
  void rowsAreWrittenAtTheTimeOfTheirBucket_aloneAndTogether() {
    append(row(1, 1, 1, null));
    append(row(2, 1, 1, "a"), row(3, 1, 1, "b"));

    List<Long> writtenAt =
        cql
            .execute(
                "SELECT writetime(delta) FROM "
                    + keyspace
                    + ".event WHERE namespace = ? AND counter = ? AND bucket = ? AND shard = 0",
                counter.namespace(),
                counter.name(),
                Instant.ofEpochSecond(BUCKET))
            .all()
            .stream()
            .map(found -> found.getLong(0))
            .toList();
    assertThat(writtenAt).containsExactly(WRITTEN_AT, WRITTEN_AT, WRITTEN_AT);
  }
}
