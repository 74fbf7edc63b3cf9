package io.quipu.service.verticles;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.live.RefreshSettings;
import io.quipu.engine.live.Refreshers;
import io.quipu.engine.live.WatchedPrefixes;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.Site;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BusFailure;
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
 */
public final class LiveVerticle extends VerticleBase {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Address.Instances<KnownCounter, Answer> counts;
  private final Function<Context, Site> sites;
  private final RefreshSettings settings;
  private final LiveMeters meters;
  private @Nullable Refreshers refreshers;
  private @Nullable WatchedPrefixes prefixes;
  private int watching;

  /**
   * @param sites makes the site of a given context
   * @param queryInstances the number of instances that serve {@link QueryAddresses#COUNT}
   */
  public LiveVerticle(
      Function<Context, Site> sites,
      int queryInstances,
      RefreshSettings settings,
      LiveMeters meters) {
    this.sites = sites;
    this.counts = QueryAddresses.COUNT.instances(queryInstances);
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
            (subscriber, reading) -> LiveAddresses.UPDATES.part(subscriber).publish(bus, reading),
            this::watch,
            site,
            settings,
            meters);
    WatchedPrefixes found =
        new WatchedPrefixes(
            site.stores().names(),
            (subscriber, born) -> LiveAddresses.BORN.part(subscriber).publish(bus, born),
            this::watch,
            site.scheduler(),
            settings.poll());
    refreshers = started;
    prefixes = found;
    started.start();
    found.start();
    return Future.all(
            WriterAddresses.VIEW.subscribe(bus, view -> started.onHorizon(view.horizon())),
            IngestAddresses.CHANGED.subscribe(
                bus,
                changed -> {
                  changed.counters().forEach(started::changed);
                  changed.counters().forEach(found::changed);
                }),
            // Not for prefixes: these counters may have no events, so their number has no bound.
            IngestAddresses.TOUCHED.subscribe(
                bus, touched -> touched.counters().forEach(started::changed)))
        .compose(subscribed -> LiveAddresses.WATCH.serve(bus, started::serve))
        .compose(served -> LiveAddresses.WATCH_PREFIX.serve(bus, found::serve));
  }

  /** Asks for hints while counters or prefixes are watched. */
  private void watch(boolean begins) {
    watching += begins ? 1 : -1;
    if (watching == (begins ? 1 : 0)) {
      IngestAddresses.WATCHED.publish(vertx.eventBus(), begins);
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
    return counts
        .get(QueryAddresses.instanceOf(counter.name(), layout, counts.count()))
        .request(vertx.eventBus(), counter, PATIENCE)
        .recover(
            failure ->
                Future.failedFuture(
                    new StoreUnavailable("no count: " + BusFailure.of(failure), failure)))
        .toCompletionStage();
  }
}
