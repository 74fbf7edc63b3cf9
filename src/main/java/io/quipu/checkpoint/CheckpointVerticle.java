package io.quipu.checkpoint;

import io.quipu.bus.ContextScheduler;
import io.quipu.metrics.CheckpointMeters;
import io.quipu.query.Queries;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CounterDirectory;
import io.quipu.store.DirtyCounters;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.time.Clock;
import io.quipu.time.Periodic;
import io.quipu.writer.WriterView;
import io.quipu.writer.Writers;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles dirty counters in rounds. One instance. */
public final class CheckpointVerticle extends VerticleBase {
  private static final Logger log = LoggerFactory.getLogger(CheckpointVerticle.class);

  private final Stores stores;
  private final Clock clock;
  private final Duration period;
  private final CheckpointMeters meters;
  private @Nullable WriterView view;
  private @Nullable Periodic periodic;
  private boolean failing;

  /**
   * @param period pause between rounds
   */
  public CheckpointVerticle(Stores stores, Clock clock, Duration period, CheckpointMeters meters) {
    this.stores = stores;
    this.clock = clock;
    this.period = period;
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    ContextScheduler scheduler = new ContextScheduler(context);
    Checkpointer checkpointer =
        new Checkpointer(
            stores.checkpoints().apply(scheduler),
            stores.events().apply(scheduler),
            stores.members().apply(scheduler),
            stores.directory().apply(scheduler),
            clock,
            meters);
    Rounds rounds = new Rounds(stores.dirty().apply(scheduler), checkpointer, meters);
    Periodic repeated = new Periodic(scheduler, period, () -> round(rounds));
    periodic = repeated;
    repeated.start();
    return Future.all(
        Writers.VIEW.hear(vertx.eventBus(), latest -> view = latest).completion(),
        Queries.LONG_TAIL.hear(vertx.eventBus(), rounds::hasten).completion());
  }

  @Override
  public Future<?> stop() {
    Periodic running = periodic;
    if (running != null) {
      running.stop();
    }
    return Future.succeededFuture();
  }

  private CompletionStage<?> round(Rounds rounds) {
    WriterView latest = view;
    if (latest == null) {
      return CompletableFuture.completedStage(null);
    }
    long started = clock.monotonicNanos();
    return rounds.round(latest).whenComplete((done, failure) -> ended(started, failure));
  }

  private void ended(long started, @Nullable Throwable failure) {
    if (failure == null) {
      failing = false;
      meters.round(Duration.ofNanos(clock.monotonicNanos() - started));
      return;
    }
    meters.roundFailed();
    if (!failing) {
      failing = true;
      log.warn("Checkpoints do not advance for now, trying on: {}", failure.getMessage());
    }
  }

  /** Makes the stores that complete on a given context. */
  public record Stores(
      Function<Executor, EventStore> events,
      Function<Executor, CheckpointStore> checkpoints,
      Function<Executor, MemberStore> members,
      Function<Executor, CounterDirectory> directory,
      Function<Executor, DirtyCounters> dirty) {}
}
