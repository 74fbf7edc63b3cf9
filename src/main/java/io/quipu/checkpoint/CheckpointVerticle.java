package io.quipu.checkpoint;

import io.quipu.bus.ContextScheduler;
import io.quipu.collect.CollectionMeters;
import io.quipu.collect.Collector;
import io.quipu.collect.DueList;
import io.quipu.collect.Retention;
import io.quipu.namespace.Namespaces;
import io.quipu.query.Queries;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CounterDirectory;
import io.quipu.store.DirtyCounters;
import io.quipu.store.DueBuckets;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.store.NamespaceStore;
import io.quipu.time.Clock;
import io.quipu.time.Periodic;
import io.quipu.writer.WriterView;
import io.quipu.writer.Writers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles dirty counters, and collects what was kept long enough, in rounds. One instance. */
public final class CheckpointVerticle extends VerticleBase {
  private static final Logger log = LoggerFactory.getLogger(CheckpointVerticle.class);

  private final Stores stores;
  private final Clock clock;
  private final Duration period;
  private final Duration collectionWait;
  private final CheckpointMeters meters;
  private final CollectionMeters collectionMeters;
  private final List<Periodic> repeated = new ArrayList<>();
  private @Nullable WriterView view;
  private boolean failing;
  private boolean failingToCollect;

  /**
   * @param period pause between rounds
   * @param collectionWait see {@link Collector}
   */
  public CheckpointVerticle(
      Stores stores,
      Clock clock,
      Duration period,
      Duration collectionWait,
      CheckpointMeters meters,
      CollectionMeters collectionMeters) {
    this.stores = stores;
    this.clock = clock;
    this.period = period;
    this.collectionWait = collectionWait;
    this.meters = meters;
    this.collectionMeters = collectionMeters;
  }

  @Override
  public Future<?> start() {
    ContextScheduler scheduler = new ContextScheduler(context);
    EventStore events = stores.events().apply(context);
    CheckpointStore checkpoints = stores.checkpoints().apply(context);
    DueBuckets due = stores.due().apply(context);
    Checkpointer checkpointer =
        new Checkpointer(
            checkpoints,
            events,
            stores.members().apply(context),
            stores.directory().apply(context),
            clock,
            meters);
    Namespaces namespaces = new Namespaces(stores.namespaces().apply(context));
    DueList dueList = new DueList(due, new Retention(namespaces::find, clock));
    Rounds rounds =
        new Rounds(
            stores.dirty().apply(context),
            checkpointer,
            dueList,
            clock,
            SettlingThrottle.USUAL,
            meters);
    Collector collector =
        new Collector(
            due,
            checkpoints,
            events,
            checkpointer::settleForCollection,
            clock,
            collectionWait,
            collectionMeters);
    repeated.add(new Periodic(scheduler, period, () -> round(rounds)));
    repeated.add(new Periodic(scheduler, period, () -> collect(collector, rounds)));
    repeated.forEach(Periodic::start);
    return Future.all(
        Writers.VIEW.hear(vertx.eventBus(), latest -> view = latest).completion(),
        Queries.LONG_TAIL.hear(vertx.eventBus(), rounds::hasten).completion());
  }

  @Override
  public Future<?> stop() {
    repeated.forEach(Periodic::stop);
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

  private CompletionStage<?> collect(Collector collector, Rounds rounds) {
    WriterView latest = view;
    return latest == null
        ? CompletableFuture.completedStage(null)
        : collector
            .round(rounds.passed(), latest.origin(), latest.horizon())
            .whenComplete((done, failure) -> collected(failure));
  }

  private void collected(@Nullable Throwable failure) {
    if (failure != null && !failingToCollect) {
      log.warn("Collection does not get on for now, trying on: {}", failure.getMessage());
    }
    failingToCollect = failure != null;
  }

  /** Makes the stores that complete on a given context. */
  public record Stores(
      Function<Context, EventStore> events,
      Function<Context, CheckpointStore> checkpoints,
      Function<Context, MemberStore> members,
      Function<Context, CounterDirectory> directory,
      Function<Context, DirtyCounters> dirty,
      Function<Context, DueBuckets> due,
      Function<Context, NamespaceStore> namespaces) {}
}
