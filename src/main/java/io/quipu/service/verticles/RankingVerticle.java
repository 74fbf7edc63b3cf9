package io.quipu.service.verticles;

import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.names.Layout;
import io.quipu.engine.query.ranking.RankingMeters;
import io.quipu.engine.query.ranking.RankingStores;
import io.quipu.engine.query.ranking.Rankings;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.ContextScheduler;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.function.Function;

/**
 * Serves rankings. One instance, so that all requests of a process share the rankings.
 *
 * @param stores makes the stores whose stages complete on a given context
 * @param rows the rows that the rankings of this process may hold
 * @param shortest the shortest time for which a ranking answers later requests
 */
public record RankingVerticle(
    Function<Context, RankingStores> stores,
    Layout layout,
    RowShare rows,
    Clock clock,
    Duration shortest,
    RankingMeters meters)
    implements Deployable {
  /** Questions of type {@link Ranked}. Fails only with the store unavailable or busy. */
  public static final Address<Question<?>, Object> ASK = Address.of("ask.ranking");

  @Override
  public Future<?> deploy(Context context) {
    EventBus bus = context.owner().eventBus();
    Rankings rankings =
        new Rankings(
            stores.apply(context),
            layout,
            rows.on(new ContextScheduler(context)),
            clock,
            shortest,
            meters);
    return Future.all(
        WriterVerticle.VIEW.subscribe(bus, view -> rankings.onHorizon(view.horizon())),
        ASK.serve(bus, asked -> asked.ask(rankings, EventTime.MIN)));
  }
}
