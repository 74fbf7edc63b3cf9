package io.quipu.service.verticles;

import io.quipu.engine.model.Layout;
import io.quipu.engine.query.ranking.RankingMeters;
import io.quipu.engine.query.ranking.RankingStores;
import io.quipu.engine.query.ranking.Rankings;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.time.Clock;
import io.quipu.service.bus.ContextScheduler;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.function.Function;

/** Serves rankings; one instance, so that a process makes each once. */
public final class RankingVerticle extends VerticleBase {
  private final Function<Context, RankingStores> stores;
  private final Layout layout;
  private final RowShare rows;
  private final Clock clock;
  private final Duration shortest;
  private final RankingMeters meters;

  /**
   * @param stores makes those that complete on a given context
   * @param rows that rankings may hold, of the process
   * @param shortest the least time for which a ranking serves
   */
  public RankingVerticle(
      Function<Context, RankingStores> stores,
      Layout layout,
      RowShare rows,
      Clock clock,
      Duration shortest,
      RankingMeters meters) {
    this.stores = stores;
    this.layout = layout;
    this.rows = rows;
    this.clock = clock;
    this.shortest = shortest;
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    EventBus bus = vertx.eventBus();
    Rankings rankings =
        new Rankings(
            stores.apply(context),
            layout,
            rows.on(new ContextScheduler(context)),
            clock,
            shortest,
            meters);
    return Future.all(
        WriterAddresses.VIEW.hear(bus, view -> rankings.onHorizon(view.horizon())).completion(),
        RankingAddresses.RANKING.serve(bus, rankings::ranking).completion());
  }
}
