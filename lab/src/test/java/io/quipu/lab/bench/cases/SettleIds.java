package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.engine.checkpoint.AllPages;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Distinct ids that are settled, against the plain writes of as many rows with ids, in the best
 * batches there are: who records that fast must not leave an ever longer tail.
 */
final class SettleIds {
  private static final int IDS_PER_SECOND_OF_A_PHASE = 40_000;
  private static final int MANY = 100;
  private static final int ROWS_PER_WRITE = 100;
  private static final int IN_MEMORY = 100_000;

  /** Between two rows: a million lie in one bucket. */
  private static final long TICKS = 50;

  private static final int MOST_IDS =
      (int) (EventPartition.BUCKET_SECONDS * EventTime.TICKS_PER_SECOND / TICKS);

  private final Bench bench;
  private final Settler settler;
  private final CqlSession driver;
  private final int ids;
  private int turns;

  private SettleIds(Bench bench, Settler settler) {
    this.bench = bench;
    this.settler = settler;
    this.driver = bench.servers().session();
    this.ids = Math.min(bench.seconds() * IDS_PER_SECOND_OF_A_PHASE, MOST_IDS);
  }

  static void run(Bench bench) {
    try (Settler settler = new Settler(bench.servers(), "settle_ids")) {
      SettleIds run = new SettleIds(bench, settler);
      bench.note(
          "%,d ids a round; settlers and driver run in the generator's process, %d pages and %d unlogged batches of %d rows at a time"
              .formatted(run.ids, AllPages.AT_ONCE, AllPages.AT_ONCE, ROWS_PER_WRITE));
      run.compare(MANY, Aim.atLeast(0.8));
      run.compare(1, Aim.NONE);
    }
  }

  private void compare(int counters, Aim aim) {
    EventInserts inserts = new EventInserts(driver);
    List<Comparison.Round> rounds = new ArrayList<>();
    // the first round warms both up and is not counted
    for (int round = -1; round < bench.rounds(); round++) {
      double settled = settled(counters, round + 2);
      Calm.await(bench.servers());
      double driven = ids / seconds(() -> drive(inserts, counters));
      if (round >= 0) {
        rounds.add(new Comparison.Round(settled, driven));
      }
    }
    bench
        .finding()
        .add(new Comparison(counters + " counters", "ids/s", "settler", "driver", aim, rounds));
  }

  private double settled(int counters, int times) {
    EventTime start = Settler.START.plusTicks(2L * turns++ * bucketTicks());
    for (int first = 0; first < ids; first += IN_MEMORY) {
      settler.record(rows(start, counters, first, Math.min(ids, first + IN_MEMORY)));
    }
    Calm.await(bench.servers());
    double seconds = seconds(() -> settler.settle(start.plusTicks(bucketTicks())));
    long settled = settler.settled(counter(counters, 0));
    if (settled != (long) times * ids / counters) {
      throw new IllegalStateException("settled " + settled + " in " + times + " rounds");
    }
    return ids / seconds;
  }

  private static long bucketTicks() {
    return EventPartition.BUCKET_SECONDS * EventTime.TICKS_PER_SECOND;
  }

  private static CounterName counter(int of, int number) {
    return new CounterName("default", "ids-" + of + "-" + number);
  }

  private static Map<CounterName, List<EventRow>> rows(
      EventTime start, int counters, int first, int end) {
    Map<CounterName, List<EventRow>> rows = new HashMap<>();
    for (int i = first; i < end; i++) {
      EventTime at = start.plusTicks(i * TICKS);
      rows.computeIfAbsent(counter(counters, i % counters), any -> new ArrayList<>())
          .add(
              new EventRow(
                  at.timeuuid(0, 1), 1, 1, "order-" + at.ticks(), DeduplicationWindow.USUAL));
    }
    return rows;
  }

  /** As many writes at a time as the service settles pages. */
  private void drive(EventInserts inserts, int counters) {
    ArrayDeque<CompletionStage<?>> inFlight = new ArrayDeque<>();
    for (int i = 0; i < ids / ROWS_PER_WRITE; i++) {
      String counter = counter(counters, i % counters).name();
      inFlight.add(driver.executeAsync(inserts.batch(counter, EventInserts.now(), ROWS_PER_WRITE)));
      if (inFlight.size() >= AllPages.AT_ONCE) {
        inFlight.remove().toCompletableFuture().join();
      }
    }
    inFlight.forEach(stage -> stage.toCompletableFuture().join());
  }

  private static double seconds(Runnable work) {
    long started = System.nanoTime();
    work.run();
    return (System.nanoTime() - started) / 1e9;
  }
}
