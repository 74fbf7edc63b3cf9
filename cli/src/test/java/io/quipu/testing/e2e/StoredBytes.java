package io.quipu.testing.e2e;

import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The bytes that a real Cassandra stores for events, ids, counters and windows. */
final class StoredBytes implements AutoCloseable {
  static final int EVENTS = 20_000;

  /** Spreads numbers, as names that follow each other would be compressed to nothing. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private static final int BATCH = 500;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String KEYSPACE = DocumentedSnapshots.KEYSPACE;

  private final NodeAdministration node;
  private final CqlSession session;
  private final RunningQuipu quipu;
  private final Map<String, Long> recorded = new HashMap<>();

  StoredBytes(CassandraProcess cassandra, NodeAdministration node) {
    this.node = node;
    this.quipu = RunningQuipu.start(1, cassandra.address(), KEYSPACE, Map.of());
    this.session =
        CqlSession.builder()
            .addContactPoint(cassandra.address())
            .withLocalDatacenter(TestCassandra.LOCAL_DATACENTER)
            .withKeyspace(KEYSPACE)
            .build();
  }

  /**
   * Records {@link #EVENTS} of so many counters, and waits until they are settled. Batches whose
   * outcome is unknown may add some, which {@link #rows} counts.
   */
  void record(String namespace, int counters, boolean withIds) {
    Api api = quipu.api(0);
    api.put("/v1/namespaces/" + namespace, "{\"kind\": \"event\"}");
    for (int batch = 0; batch < EVENTS / BATCH; batch++) {
      int first = batch * BATCH;
      await().atMost(PATIENCE).until(() -> record(api, namespace, first, counters, withIds));
    }
    long least = recorded.merge(namespace, (long) EVENTS, Long::sum);
    await().atMost(PATIENCE).until(() -> settled(namespace) >= least);
  }

  private static boolean record(
      Api api, String namespace, int first, int counters, boolean withIds) {
    String lines =
        IntStream.range(first, first + BATCH)
            .mapToObj(i -> event(namespace, i % counters, withIds))
            .collect(Collectors.joining("\n"));
    return api.post("/v1/events", "application/x-ndjson", lines).status() == 201;
  }

  private static String event(String namespace, int counter, boolean withId) {
    String id = withId ? ", \"id\": \"" + UUID.randomUUID() + "\"" : "";
    return "{\"namespace\": \"%s\", \"counter\": \"page/%016x\"%s}"
        .formatted(namespace, counter * SPREAD, id);
  }

  private long settled(String namespace) {
    return quipu
        .api(0)
        .get("/v1/counters/" + namespace + "?order=count&limit=1")
        .json()
        .getJsonObject("sum", new JsonObject())
        .getLong("count", 0L);
  }

  /** The bytes of tables, once everything is on disk and compacted. */
  long bytes(String... tables) throws Exception {
    node.flush(KEYSPACE);
    node.compact(KEYSPACE);
    long sum = 0;
    for (String table : tables) {
      sum += node.liveBytes(KEYSPACE, table);
    }
    return sum;
  }

  /** The rows of a table. */
  long rows(String table) {
    SimpleStatement count =
        SimpleStatement.newInstance("SELECT count(*) FROM " + table).setTimeout(PATIENCE);
    return session.execute(count).one().getLong(0);
  }

  @Override
  public void close() {
    session.close();
    quipu.close();
  }
}
