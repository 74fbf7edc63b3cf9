package io.quipu.service.verticles;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.live.LiveMessages.Born;
import io.quipu.engine.live.LiveMessages.CounterList;
import io.quipu.engine.live.LiveMessages.Reply;
import io.quipu.engine.live.LiveMessages.Watch;
import io.quipu.engine.live.LiveMessages.WatchPrefix;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.live.Reading;
import io.quipu.engine.live.RefreshSettings;
import io.quipu.engine.live.Refreshers;
import io.quipu.engine.live.WatchedPrefixes;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.Site;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.bus.Topic;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Refreshes the counters that HTTP instances watch, and tells the HTTP instances about changed
 * counts and new counters. One instance.
 *
 * <p>The requests of one HTTP instance arrive in the order of sending, even if replies are lost. So
 * the last request about a counter decides whether the HTTP instance watches the counter.
 */
public final class LiveVerticle extends VerticleBase {
  /** Starts or stops watching a counter. */
  public static final Address<Watch, Reply> WATCH = Address.of("live.watch");

  /** Changed counts. Each subscriber has its own part of the topic, named like the subscriber. */
  public static final Topic<Reading> UPDATES = Topic.of("live.updates");

  /**
   * Starts or stops watching for new counters of a prefix. The answer to a start has the known
   * counters. Fails with the store unavailable, or busy if too much is watched.
   */
  public static final Address<WatchPrefix, CounterList> WATCH_PREFIX =
      Address.of("live.watch-prefix");

  /** New counters of a prefix. Each subscriber has its own part of the topic, as for updates. */
  public static final Topic<Born> BORN = Topic.of("live.born");

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Address.Instances<Question<?>, Object> lanes;
  private final Function<Context, Site> sites;
  private final RefreshSettings settings;
  private final LiveMeters meters;
  private @Nullable Refreshers refreshers;
  private @Nullable WatchedPrefixes prefixes;
  private int watching;

  /**
   * @param sites makes the site of a given context
   * @param queryInstances the number of instances that serve {@link QueryVerticle#ASK}
   */
  public LiveVerticle(
      Function<Context, Site> sites,
      int queryInstances,
      RefreshSettings settings,
      LiveMeters meters) {
    this.sites = sites;
    this.lanes = QueryVerticle.ASK.instances(queryInstances);
    this.settings = settings;
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    EventBus bus = vertx.eventBus();
    Site site = sites.apply(context);
    Refreshers started =
        new Refreshers(
            counter -> read(counter, site.layout()),
            (subscriber, reading) -> UPDATES.part(subscriber).publish(bus, reading),
            this::watch,
            site,
            settings,
            meters);
    WatchedPrefixes found =
        new WatchedPrefixes(
            site.stores().names(),
            (subscriber, born) -> BORN.part(subscriber).publish(bus, born),
            this::watch,
            site.scheduler(),
            settings.poll());
    refreshers = started;
    prefixes = found;
    started.start();
    found.start();
    return Future.all(
            WriterVerticle.VIEW.subscribe(bus, view -> started.onHorizon(view.horizon())),
            IngestVerticle.CHANGED.subscribe(
                bus,
                changed -> {
                  changed.counters().forEach(started::changed);
                  changed.counters().forEach(found::changed);
                }),
            // Not for prefixes: these counters may have no events, so their number has no bound.
            IngestVerticle.TOUCHED.subscribe(
                bus, touched -> touched.counters().forEach(started::changed)))
        .compose(subscribed -> WATCH.serve(bus, started::serve))
        .compose(served -> WATCH_PREFIX.serve(bus, found::serve));
  }

  /** Asks for hints while counters or prefixes are watched. */
  private void watch(boolean begins) {
    watching += begins ? 1 : -1;
    if (watching == (begins ? 1 : 0)) {
      IngestVerticle.WATCHED.publish(vertx.eventBus(), begins);
    }
  }

  @Override
  public Future<?> stop() {
    if (refreshers != null) {
      refreshers.close();
    }
    if (prefixes != null) {
      prefixes.stop();
    }
    return Future.succeededFuture();
  }

  /** Reads a count. After any failure, even a defect (logged before), the count is read again. */
  private CompletionStage<Answer> read(KnownCounter counter, Layout layout) {
    return lanes
        .get(layout.lane(counter.name(), lanes.count()))
        .request(vertx.eventBus(), new Question.Count(counter), PATIENCE)
        .map(Answer.class::cast)
        .recover(
            failure ->
                Future.failedFuture(
                    new StoreUnavailable("no count: " + BusFailure.of(failure), failure)))
        .toCompletionStage();
  }
}
