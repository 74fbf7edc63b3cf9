package io.quipu.query;

import io.quipu.bus.ContextScheduler;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.query.Queries.Counts;
import io.quipu.query.Queries.Listing;
import io.quipu.query.Queries.Page;
import io.quipu.query.Queries.SettledCounter;
import io.quipu.query.Queries.Verdicts;
import io.quipu.query.Queries.WindowCounts;
import io.quipu.recount.Recounting;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CounterDirectory;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.time.BoundedConcurrency;
import io.quipu.time.Clock;
import io.quipu.writer.Writers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Serves reads for the counters whose key leads to this instance. */
public final class QueryVerticle extends VerticleBase {
  private static final int CHECKPOINTS_AT_ONCE = 64;

  /** Longer than requests wait: who gives up first is the caller. */
  private static final Duration VERDICT_PATIENCE = Duration.ofSeconds(30);

  private final Stores stores;
  private final Clock clock;
  private final int instance;
  private final Duration collectionWait;
  private final QueryMeters meters;
  private EventTime horizon = EventTime.MIN;

  /**
   * @param instance which instance this is, from 0
   * @param collectionWait of the collectors: a read that takes half of it fails
   */
  public QueryVerticle(
      Stores stores, Clock clock, int instance, Duration collectionWait, QueryMeters meters) {
    this.stores = stores;
    this.clock = clock;
    this.instance = instance;
    this.collectionWait = collectionWait;
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    EventBus bus = vertx.eventBus();
    ContextScheduler scheduler = new ContextScheduler(context);
    EventStore events = stores.events().apply(context);
    CheckpointStore checkpoints = stores.checkpoints().apply(context);
    MemberStore members = stores.members().apply(context);
    CounterDirectory directory = stores.directory().apply(context);
    Consumer<CounterName> hasten = counter -> Queries.LONG_TAIL.publish(bus, counter);
    Counting counting =
        new Counting(checkpoints, events, members, clock, collectionWait, meters, hasten);
    WindowCounting windows =
        new WindowCounting(checkpoints, events, members, clock, collectionWait);
    Recounting recounting = new Recounting(checkpoints, events, members, clock);
    VerdictReader verdicts =
        new VerdictReader(checkpoints, members, clock, scheduler, VERDICT_PATIENCE, hasten);
    return Future.all(
        List.of(
            Writers.VIEW
                .hear(bus, view -> horizon = EventTime.max(horizon, view.horizon()))
                .completion(),
            Queries.COUNT.instance(instance).serve(bus, counting::count).completion(),
            Queries.COUNTS
                .instance(instance)
                .serve(bus, names -> counting.counts(names.counters()).thenApply(Counts::new))
                .completion(),
            Queries.WINDOWS
                .instance(instance)
                .serve(bus, range -> windows.count(range, horizon).thenApply(WindowCounts::new))
                .completion(),
            Queries.VERDICTS
                .serve(bus, recorded -> verdicts.judge(recorded).thenApply(Verdicts::new))
                .completion(),
            Queries.RECOUNT.serve(bus, recounting::recount).completion(),
            Queries.LIST.serve(bus, page -> list(directory, checkpoints, page)).completion()));
  }

  private static CompletionStage<Listing> list(
      CounterDirectory directory, CheckpointStore checkpoints, Page page) {
    return directory
        .list(page.namespace(), page.after(), page.limit())
        .thenCompose(names -> settled(checkpoints, names));
  }

  private static CompletionStage<Listing> settled(
      CheckpointStore checkpoints, List<CounterName> names) {
    Map<CounterName, Checkpoint> found = new HashMap<>();
    return BoundedConcurrency.forEach(
            CHECKPOINTS_AT_ONCE,
            names,
            name -> checkpoints.read(name).thenAccept(read -> found.put(name, read)))
        .thenApply(
            all ->
                new Listing(
                    names.stream()
                        .map(
                            name ->
                                new SettledCounter(name, Objects.requireNonNull(found.get(name))))
                        .toList()));
  }

  /** Makes the stores that complete on a given context. */
  public record Stores(
      Function<Context, EventStore> events,
      Function<Context, CheckpointStore> checkpoints,
      Function<Context, MemberStore> members,
      Function<Context, CounterDirectory> directory) {}
}
