package io.quipu.service.verticles;

import io.quipu.engine.checkpoint.recount.RecountTurn;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Readers;
import io.quipu.engine.model.Layout;
import io.quipu.engine.query.CounterReads;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.QueryMeters;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.time.Clock;
import io.quipu.service.bus.ContextScheduler;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Serves reads for the counters whose first page leads to this instance. */
public final class QueryVerticle extends VerticleBase {
  private final KnownKinds kinds;
  private final Function<Context, CounterStores> stores;
  private final Layout layout;
  private final Clock clock;
  private final int instance;
  private final RowShare rows;
  private final Duration patience;
  private final RecountTurn recountTurn;
  private final QueryMeters meters;

  /**
   * @param stores makes those that complete on a given context
   * @param instance which instance this is, from 0
   * @param rows that reads may hold, of the process
   * @param patience how long a question waits for them in all
   * @param recountTurn that of the process
   */
  public QueryVerticle(
      KnownKinds kinds,
      Function<Context, CounterStores> stores,
      Layout layout,
      Clock clock,
      int instance,
      RowShare rows,
      Duration patience,
      RecountTurn recountTurn,
      QueryMeters meters) {
    this.kinds = kinds;
    this.stores = stores;
    this.layout = layout;
    this.clock = clock;
    this.instance = instance;
    this.rows = rows;
    this.patience = patience;
    this.recountTurn = recountTurn;
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    EventBus bus = vertx.eventBus();
    ContextScheduler scheduler = new ContextScheduler(context);
    CounterReads reads =
        new CounterReads(
            stores.apply(context),
            kinds.rules(layout, clock),
            layout,
            clock,
            scheduler,
            rows,
            patience,
            recountTurn,
            meters,
            page -> QueryAddresses.AWAITED_PAGES.publish(bus, page),
            page -> QueryAddresses.ENDED_WINDOWS.publish(bus, page));
    Readers readers = kinds.readers(reads);
    return Future.all(
        List.of(
            WriterAddresses.VIEW.hear(bus, view -> reads.onHorizon(view.horizon())).completion(),
            QueryAddresses.PASSED_PAGES
                .hear(bus, passed -> reads.passed(passed.page(), passed.until()))
                .completion(),
            QueryAddresses.COUNT.instance(instance).serve(bus, readers::read).completion(),
            QueryAddresses.COUNT_WITH_OPTIONS
                .instance(instance)
                .serve(bus, asked -> readers.read(asked.counter(), asked.options()))
                .completion(),
            QueryAddresses.COUNTS
                .instance(instance)
                .serve(
                    bus,
                    names -> readers.readAll(names.counters()).thenApply(QueryMessages.Counts::new))
                .completion(),
            QueryAddresses.WINDOWS.instance(instance).serve(bus, reads::windows).completion(),
            QueryAddresses.VERDICTS.serve(bus, reads::verdicts).completion(),
            QueryAddresses.RECOUNT.serve(bus, reads::recount).completion(),
            QueryAddresses.WITHDRAWN_RECOUNTS.hear(bus, recountTurn::withdraw).completion(),
            QueryAddresses.LIST.serve(bus, reads::list).completion()));
  }
}
