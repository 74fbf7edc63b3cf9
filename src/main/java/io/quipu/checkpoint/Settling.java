package io.quipu.checkpoint;

import io.quipu.collect.CollectionMeters;
import io.quipu.collect.CollectionStores;
import io.quipu.collect.Collector;
import io.quipu.collect.DueList;
import io.quipu.collect.Retention;
import io.quipu.counter.CounterName;
import io.quipu.namespace.Namespaces;
import io.quipu.store.RowShare;
import io.quipu.store.StoreUnavailable;
import io.quipu.time.Clock;
import io.quipu.time.Periodic;
import io.quipu.time.Scheduler;
import io.quipu.writer.WriterView;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that settles and collects in one process, put together: two loops, of rounds over dirty
 * counters and of rounds over due buckets, which begin when the process has joined the group.
 * Confined to the scheduler's context.
 */
public final class Settling {
  private static final Logger log = LoggerFactory.getLogger(Settling.class);

  private final SettlingRounds rounds;
  private final RestingCheckpoints resting;
  private final Collector collector;
  private final Clock clock;
  private final CheckpointMeters meters;
  private final Periodic settling;
  private final Periodic collecting;
  private @Nullable WriterView view;
  private boolean failing;
  private boolean failingToCollect;

  /**
   * @param rows that settling may hold, of the process
   */
  public Settling(
      SettlingStores stores,
      Clock clock,
      Scheduler scheduler,
      RowShare rows,
      SettlingSettings settings,
      CheckpointMeters meters,
      CollectionMeters collectionMeters) {
    this.clock = clock;
    this.meters = meters;
    CollectionStores collection = stores.collection();
    Checkpointer checkpointer =
        new Checkpointer(
            stores.checkpoints(),
            stores.events(),
            stores.members(),
            stores.directory(),
            new EpochTakeover(clock, settings.takeoverWait()),
            rows.on(scheduler),
            meters);
    Retention retention = new Retention(new Namespaces(collection.namespaces())::find, clock);
    this.rounds =
        new SettlingRounds(
            stores.dirty(),
            checkpointer,
            new DueList(collection.due(), retention),
            clock,
            settings.throttle(),
            meters);
    this.resting = new RestingCheckpoints(checkpointer);
    this.collector =
        new Collector(
            collection.due(),
            collection.checkpoints(),
            collection.events(),
            checkpointer::settleForCollection,
            clock,
            settings.collectionWait(),
            collectionMeters);
    this.settling = new Periodic(scheduler, settings.period(), this::settle);
    this.collecting = new Periodic(scheduler, settings.period(), this::collect);
  }

  /** Starts both loops. */
  public void start() {
    settling.start();
    collecting.start();
  }

  /** No round starts after this; those that are running end by themselves. */
  public void stop() {
    settling.stop();
    collecting.stop();
  }

  /** Hears of the group; rounds go by the latest view. */
  public void hear(WriterView latest) {
    view = latest;
  }

  /** Has a counter settled ahead of others, if this process settles it. */
  public void hasten(CounterName counter) {
    rounds.hasten(counter);
  }

  /** Has the checkpoint of a counter moved past windows that have ended, if it rests. */
  public void ended(CounterName counter) {
    resting.ended(counter);
  }

  private CompletionStage<?> settle() {
    WriterView latest = view;
    if (latest == null) {
      return CompletableFuture.completedStage(null);
    }
    long started = clock.monotonicNanos();
    return rounds
        .round(latest)
        .thenCompose(settled -> resting.move(latest.horizon()))
        .whenComplete((done, failure) -> settled(started, failure));
  }

  private void settled(long started, @Nullable Throwable failure) {
    if (failure == null) {
      failing = false;
      meters.round(Duration.ofNanos(clock.monotonicNanos() - started));
      return;
    }
    meters.roundFailed();
    if (!failing) {
      failing = true;
      warn("Checkpoints do not advance for now, trying on", failure);
    }
  }

  private CompletionStage<?> collect() {
    WriterView latest = view;
    return latest == null
        ? CompletableFuture.completedStage(null)
        : collector
            .round(rounds.passed(), latest.origin(), latest.horizon())
            .whenComplete((done, failure) -> collected(failure));
  }

  private void collected(@Nullable Throwable failure) {
    if (failure != null && !failingToCollect) {
      warn("Collection does not get on for now, trying on", failure);
    }
    failingToCollect = failure != null;
  }

  private static void warn(String what, Throwable failure) {
    if (StoreUnavailable.caused(failure)) {
      log.warn("{}: {}", what, failure.getMessage());
    } else {
      log.error("{}, after a defect", what, failure);
    }
  }
}
