package io.quipu.service.verticles;

import io.quipu.engine.checkpoint.recount.RecountTurn;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Readers;
import io.quipu.engine.query.CounterReads;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.QueryMeters;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.Site;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Serves reads of the counters of one {@link QueryAddresses#instanceOf instance}; serves lists,
 * verdicts and recounts of all counters.
 *
 * @param sites makes the site of a given context
 * @param instance the number of this instance, from 0
 * @param rows the rows that the reads of this process may hold
 * @param patience the time that a read may wait in all, for rows or for settled pages
 * @param recountTurn the turn to recount, which all instances of this process share
 */
public record QueryVerticle(
    KnownKinds kinds,
    Function<Context, Site> sites,
    int instance,
    RowShare rows,
    Duration patience,
    RecountTurn recountTurn,
    QueryMeters meters)
    implements Deployable {
  @Override
  public Future<?> deploy(Context context) {
    EventBus bus = context.owner().eventBus();
    Site site = sites.apply(context);
    CounterReads reads =
        new CounterReads(
            site,
            kinds.rules(site.layout(), site.clock()),
            rows,
            new CounterReads.Bounds(patience),
            recountTurn,
            meters,
            new CounterReads.SettlingRequests(
                page -> QueryAddresses.AWAITED_PAGES.publish(bus, page),
                page -> QueryAddresses.ENDED_WINDOWS.publish(bus, page)));
    Readers readers = kinds.readers(reads);
    return Future.all(
        List.of(
            WriterAddresses.VIEW.subscribe(bus, view -> reads.onHorizon(view.horizon())),
            QueryAddresses.PASSED_PAGES.subscribe(
                bus, passed -> reads.passed(passed.page(), passed.until())),
            QueryAddresses.COUNT.instance(instance).serve(bus, readers::read),
            QueryAddresses.COUNT_WITH_OPTIONS
                .instance(instance)
                .serve(bus, asked -> readers.read(asked.counter(), asked.options())),
            QueryAddresses.COUNTS
                .instance(instance)
                .serve(
                    bus,
                    names ->
                        readers.readAll(names.counters()).thenApply(QueryMessages.Counts::new)),
            QueryAddresses.SERIES.instance(instance).serve(bus, readers::series),
            QueryAddresses.WINDOWS
                .instance(instance)
                .serve(bus, asked -> readers.windows(asked, reads.horizon())),
            QueryAddresses.VERDICTS.serve(bus, reads::verdicts),
            QueryAddresses.RECOUNT.serve(bus, reads::recount),
            QueryAddresses.WITHDRAWN_RECOUNTS.subscribe(bus, recountTurn::withdraw),
            QueryAddresses.LIST.serve(bus, range -> reads.list(range, readers))));
  }
}
