package io.quipu.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.bench.server.Servers;
import io.quipu.cassandra.CassandraCheckpointStore;
import io.quipu.cassandra.CassandraCounterDirectory;
import io.quipu.cassandra.CassandraEventStore;
import io.quipu.cassandra.CassandraMemberStore;
import io.quipu.cassandra.CassandraSession;
import io.quipu.checkpoint.CheckpointMeters;
import io.quipu.checkpoint.Checkpointer;
import io.quipu.checkpoint.SettlingWaves;
import io.quipu.config.Config;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.dev.TestCassandra;
import io.quipu.store.CheckpointStore;
import io.quipu.store.EventRow;
import io.quipu.store.Partition;
import io.quipu.store.TestRows;
import io.quipu.time.Clock;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * The service's own settler over a keyspace that no instance serves, and the driver next to it. It
 * runs in this process: that a service surrounds it would only blur what is compared.
 */
final class Settler implements AutoCloseable {
  static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  static final int AT_ONCE = SettlingWaves.AT_ONCE;

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final Executor onContext = task -> context.runOnContext(now -> task.run());
  private final CassandraSession session;
  private final CqlSession driver;
  private final CassandraEventStore events;
  private final CheckpointStore checkpoints;
  private final Checkpointer checkpointer;

  Settler(Servers servers, String keyspace) {
    Map<String, String> variables = new HashMap<>(servers.variables());
    variables.put("QUIPU_CASSANDRA_KEYSPACE", keyspace);
    session = CassandraSession.open(vertx, Config.from(variables).cassandra());
    driver =
        CqlSession.builder()
            .addContactPoint(servers.cassandra().address())
            .withLocalDatacenter(TestCassandra.LOCAL_DATACENTER)
            .withKeyspace(keyspace)
            .build();
    events = new CassandraEventStore(session, context);
    checkpoints = new CassandraCheckpointStore(session, context);
    checkpointer =
        new Checkpointer(
            checkpoints,
            events,
            new CassandraMemberStore(session, context),
            new CassandraCounterDirectory(session, context),
            Clock.system(),
            TestRows.plenty(),
            new CheckpointMeters(new SimpleMeterRegistry()));
  }

  CqlSession driver() {
    return driver;
  }

  CompletionStage<?> settle(CounterName counter, EventTime horizon) {
    return CompletableFuture.supplyAsync(() -> checkpointer.settle(counter, horizon), onContext)
        .thenCompose(outcome -> outcome);
  }

  /** Settles counters as the service does. */
  CompletionStage<?> settleAll(List<CounterName> counters, EventTime horizon) {
    return CompletableFuture.supplyAsync(
            () ->
                new SettlingWaves(checkpointer).settle(counters, horizon, (counter, outcome) -> {}),
            onContext)
        .thenCompose(settled -> settled);
  }

  /** How many events of a counter are settled. */
  long settled(CounterName counter) {
    return await(checkpoints.readSerial(counter)).total().events();
  }

  /** Makes the minute of {@link #START} findable. */
  CompletionStage<?> announce(CounterName counter) {
    return events.announce(partition(counter));
  }

  CompletionStage<?> append(CounterName counter, List<EventRow> rows) {
    return events.append(partition(counter), rows);
  }

  private static Partition partition(CounterName counter) {
    return new Partition(counter, Partition.bucketOf(START), 0);
  }

  /** Does each piece of work, as many at a time as the service settles counters. */
  static void all(Iterable<Supplier<CompletionStage<?>>> work) {
    ArrayDeque<CompletionStage<?>> inFlight = new ArrayDeque<>();
    for (var piece : work) {
      inFlight.add(piece.get());
      if (inFlight.size() >= AT_ONCE) {
        await(inFlight.remove());
      }
    }
    inFlight.forEach(Settler::await);
  }

  static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  static double seconds(Runnable work) {
    long started = System.nanoTime();
    work.run();
    return (System.nanoTime() - started) / 1e9;
  }

  @Override
  public void close() {
    driver.close();
    await(session.close().toCompletionStage());
    await(vertx.close().toCompletionStage());
  }
}
