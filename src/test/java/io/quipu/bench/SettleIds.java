package io.quipu.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.cassandra.CassandraCheckpointStore;
import io.quipu.cassandra.CassandraCounterDirectory;
import io.quipu.cassandra.CassandraEventStore;
import io.quipu.cassandra.CassandraMemberStore;
import io.quipu.cassandra.CassandraSession;
import io.quipu.checkpoint.Checkpointer;
import io.quipu.config.Config;
import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.dev.CassandraOptions;
import io.quipu.dev.CassandraProcess;
import io.quipu.metrics.CheckpointMeters;
import io.quipu.store.CheckpointStore;
import io.quipu.store.EventRow;
import io.quipu.store.Partition;
import io.quipu.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * How many distinct ids a settler takes in per second, next to the same reads and writes issued
 * directly with the driver, in turn (A, B, A, B, ...): a slice of 20,000 rows, a look for each of
 * their ids, a member for each. The figure that counts is the ratio.
 *
 * <p>Run by hand: {@code mvn -Pbench -Dbench=SettleIds}; {@code events} says how many ids in all.
 */
public final class SettleIds {
  private static final int EVENTS = Integer.getInteger("events", 1_000_000);
  private static final int ROUNDS = 5;
  private static final int ROWS_PER_WRITE = 100;
  private static final int WRITES_AT_ONCE = 16;
  private static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final EventTime HORIZON = START.plusTicks(60 * EventTime.TICKS_PER_SECOND);

  private final CassandraEventStore events;
  private final CheckpointStore checkpoints;
  private final Checkpointer checkpointer;
  private final DirectIds direct;

  private SettleIds(CassandraSession session, CqlSession driver, ExecutorService context) {
    events = new CassandraEventStore(session, context);
    checkpoints = new CassandraCheckpointStore(session, context);
    checkpointer =
        new Checkpointer(
            checkpoints,
            events,
            new CassandraMemberStore(session, context),
            new CassandraCounterDirectory(session, context),
            Clock.system(),
            new CheckpointMeters(new SimpleMeterRegistry()));
    direct = new DirectIds(driver);
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService context = Executors.newSingleThreadExecutor();
    try (CassandraProcess cassandra =
            CassandraProcess.start(CassandraOptions.named("bench").fromEmpty());
        CassandraSession session = CassandraSession.open(config(cassandra).cassandra());
        CqlSession driver =
            CqlSession.builder()
                .addContactPoint(cassandra.address())
                .withLocalDatacenter("datacenter1")
                .withKeyspace("quipu")
                .build()) {
      new SettleIds(session, driver, context).measure(context);
    } finally {
      context.shutdown();
    }
  }

  private static Config config(CassandraProcess cassandra) {
    return Config.from(
        Map.of(
            "QUIPU_DEV",
            "true",
            "QUIPU_CASSANDRA_CONTACT_POINTS",
            "127.0.0.1:" + cassandra.address().getPort()));
  }

  private void measure(ExecutorService context) {
    int ids = EVENTS / ROUNDS;
    double[] ours = new double[ROUNDS];
    double[] theirs = new double[ROUNDS];
    // The first round warms both up and is not counted.
    for (int round = -1; round < ROUNDS; round++) {
      CounterName a = new CounterName("default", "settled-" + round);
      CounterName b = new CounterName("default", "direct-" + round);
      write(a, ids);
      write(b, ids);
      double settled = ids / seconds(() -> settle(context, a, ids));
      double driven = ids / seconds(() -> direct.run(b, START, HORIZON));
      if (round >= 0) {
        ours[round] = settled;
        theirs[round] = driven;
      }
      System.out.printf(
          "round %d: settled %,.0f ids/s, directly %,.0f ids/s, ratio %.2f%s%n",
          round, settled, driven, settled / driven, round < 0 ? " (warm-up)" : "");
    }
    double[] ratios = new double[ROUNDS];
    Arrays.setAll(ratios, i -> ours[i] / theirs[i]);
    System.out.printf(
        "%,d distinct ids: settled %,.0f ids/s, directly %,.0f ids/s, median ratio %.2f (%.2f to %.2f)%n",
        ids * ROUNDS,
        median(ours),
        median(theirs),
        median(ratios),
        Arrays.stream(ratios).min().orElseThrow(),
        Arrays.stream(ratios).max().orElseThrow());
  }

  private void settle(ExecutorService context, CounterName counter, int ids) {
    await(
        CompletableFuture.supplyAsync(() -> checkpointer.settle(counter, HORIZON), context)
            .thenCompose(stage -> stage));
    long counted = await(checkpoints.readSerial(counter)).total().events();
    if (counted != ids) {
      throw new IllegalStateException("counted " + counted + " of " + ids);
    }
  }

  /** Rows of one minute, as a busy writer leaves them. */
  private void write(CounterName counter, int ids) {
    Partition partition = new Partition(counter, Partition.bucketOf(START), 0);
    await(events.announce(partition));
    ArrayDeque<CompletionStage<?>> inFlight = new ArrayDeque<>();
    for (int first = 0; first < ids; first += ROWS_PER_WRITE) {
      List<EventRow> rows = new ArrayList<>();
      for (int i = first; i < Math.min(ids, first + ROWS_PER_WRITE); i++) {
        rows.add(
            new EventRow(
                START.plusTicks(i * 50L).timeuuid(0, 1),
                1,
                1,
                "order-" + counter.name() + "-" + i,
                DeduplicationWindow.USUAL));
      }
      inFlight.add(events.append(partition, rows));
      if (inFlight.size() > WRITES_AT_ONCE) {
        await(inFlight.remove());
      }
    }
    inFlight.forEach(SettleIds::await);
  }

  private static double seconds(Runnable work) {
    long started = System.nanoTime();
    work.run();
    return Duration.ofNanos(System.nanoTime() - started).toNanos() / 1e9;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
