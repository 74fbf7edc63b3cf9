package io.quipu.service.verticles;

import io.quipu.engine.checkpoint.Settling;
import io.quipu.engine.checkpoint.SettlingReports;
import io.quipu.engine.checkpoint.collect.DeletionSources;
import io.quipu.engine.checkpoint.collect.ErasureSource;
import io.quipu.engine.checkpoint.collect.WindowCollection;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Upkeep;
import io.quipu.engine.namespace.EndingNamespaces;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.Site;
import io.quipu.engine.writer.WriterView;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Settles pages, deletes settled rows after their retention, and runs the upkeep of kinds. One
 * instance in each process that settles.
 */
public final class CheckpointVerticle extends VerticleBase {
  /** The pause between two looks at all namespaces for windows that are not kept any more. */
  private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(10);

  /** The pause between two looks for namespaces to delete. */
  private static final Duration BETWEEN_DELETIONS = Duration.ofSeconds(5);

  private final KnownKinds kinds;
  private final Function<Context, Site> sites;
  private final RowShare rows;
  private final Duration period;
  private final Function<Context, NamespaceStore> namespaces;
  private final Function<Context, Erasure> erasure;
  private final SettlingReports reports;
  private @Nullable Settling settling;
  private List<Upkeep> upkeep = List.of();

  /**
   * @param sites makes the site of a given context
   * @param rows the rows that settling may hold in this process
   * @param period the pause between two rounds of a loop
   * @param namespaces makes a store whose stages complete on a given context
   * @param erasure makes a store whose stages complete on a given context
   */
  public CheckpointVerticle(
      KnownKinds kinds,
      Function<Context, Site> sites,
      RowShare rows,
      Duration period,
      Function<Context, NamespaceStore> namespaces,
      Function<Context, Erasure> erasure,
      SettlingReports reports) {
    this.kinds = kinds;
    this.sites = sites;
    this.rows = rows;
    this.period = period;
    this.namespaces = namespaces;
    this.erasure = erasure;
    this.reports = reports;
  }

  @Override
  public Future<?> start() {
    Site site = sites.apply(context);
    NamespaceStore known = namespaces.apply(context);
    Settling started =
        new Settling(
            site,
            kinds.rules(site.layout(), site.clock()),
            rows,
            new Settling.Pace(period),
            new DeletionSources(
                new WindowCollection.Source(new EndingNamespaces(known)::find, BETWEEN_LOOKS),
                new ErasureSource(
                    known, erasure.apply(context), kinds.erasers(), BETWEEN_DELETIONS)),
            (page, until) ->
                QueryVerticle.PASSED_PAGES.publish(
                    vertx.eventBus(), new QueryMessages.PassedPage(page, until)),
            reports);
    settling = started;
    started.start();
    upkeep = kinds.upkeep(site.scheduler());
    upkeep.forEach(Upkeep::start);
    return Future.all(
        WriterVerticle.VIEW.subscribe(vertx.eventBus(), view -> onView(started, view)),
        QueryVerticle.AWAITED_PAGES.subscribe(
            vertx.eventBus(), awaited -> hasten(started, awaited)),
        QueryVerticle.ENDED_WINDOWS.subscribe(vertx.eventBus(), started::ended));
  }

  private void onView(Settling started, WriterView view) {
    started.onView(view);
    upkeep.forEach(own -> own.onView(view));
  }

  /** Hastens a page and the horizon: only rows that the horizon has passed can be settled. */
  private void hasten(Settling started, QueryMessages.AwaitedPage awaited) {
    started.hasten(awaited.page(), awaited.past());
    WriterVerticle.HASTEN.publish(vertx.eventBus(), "page " + awaited.page());
  }

  @Override
  public Future<?> stop() {
    if (settling != null) {
      settling.stop();
    }
    upkeep.forEach(Upkeep::stop);
    return Future.succeededFuture();
  }
}
