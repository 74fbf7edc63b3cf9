package io.quipu.service.verticles;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.checkpoint.recount.RecountTurn;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.answer.Listing;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.names.Layout;
import io.quipu.engine.query.CounterReads;
import io.quipu.engine.query.QueryMessages.AwaitedPage;
import io.quipu.engine.query.QueryMessages.PassedPage;
import io.quipu.engine.query.QueryMessages.Recount;
import io.quipu.engine.query.QueryMessages.Verdicts;
import io.quipu.engine.query.QueryMeters;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.Site;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.Topic;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Serves reads of the counters of one {@linkplain Layout#lane lane}; serves lists, verdicts and
 * recounts of all counters. A request fails only with the store unavailable or busy, or if no reply
 * comes in time.
 *
 * @param sites makes the site of a given context
 * @param lane the number of this instance, from 0
 * @param rows the rows that the reads of this process may hold
 * @param patience the time that a read may wait in all, for rows or for settled pages
 * @param recountTurn the turn to recount, which all instances of this process share
 */
public record QueryVerticle(
    KnownKinds kinds,
    Function<Context, Site> sites,
    int lane,
    RowShare rows,
    Duration patience,
    RecountTurn recountTurn,
    QueryMeters meters)
    implements Deployable {
  /**
   * Questions about counters. Each {@linkplain Address#instance instance} answers those about
   * counters of its lane; the address itself answers {@link Question.Names}, by any instance.
   */
  public static final Address<Question<?>, Object> ASK = Address.of("ask");

  /** The verdicts of recorded events, once the events are settled. Served by any instance. */
  public static final Address<AcknowledgedEvents, Verdicts> VERDICTS = Address.of("count.verdicts");

  /** Recounts the retained rows of a counter. Served by any instance, one recount at a time. */
  public static final Address<Recount, RecountReport> RECOUNT = Address.of("count.recount");

  /** The ids of recounts for which no caller waits any more. */
  public static final Topic<UUID> WITHDRAWN_RECOUNTS = Topic.of("count.recount-withdrawn");

  /** Hints that a page should be settled soon, for a waiting caller or because of a long tail. */
  public static final Topic<AwaitedPage> AWAITED_PAGES = Topic.of("count.awaited-pages");

  /**
   * Hints that a page should be moved past the end of windows that a caller asked for. A page
   * without new rows is moved rarely, and the windows are settled only after the move.
   */
  public static final Topic<Integer> ENDED_WINDOWS = Topic.of("count.ended-windows");

  /** Hints that this process has settled a page up to a later time. */
  public static final Topic<PassedPage> PASSED_PAGES = Topic.of("count.passed-pages");

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
                page -> AWAITED_PAGES.publish(bus, page),
                page -> ENDED_WINDOWS.publish(bus, page)));
    Map<String, Reader> readers = kinds.readers(reads);
    Reader lists =
        new Reader() {
          @Override
          public CompletionStage<Listing> list(Question.Names asked) {
            return reads.list(asked, of(readers, asked));
          }
        };
    return Future.all(
        List.of(
            WriterVerticle.VIEW.subscribe(bus, view -> reads.onHorizon(view.horizon())),
            PASSED_PAGES.subscribe(bus, passed -> reads.passed(passed.page(), passed.until())),
            ASK.instance(lane).serve(bus, asked -> asked.ask(of(readers, asked), reads.horizon())),
            ASK.serve(bus, asked -> asked.ask(lists, reads.horizon())),
            VERDICTS.serve(bus, reads::verdicts),
            RECOUNT.serve(bus, reads::recount),
            WITHDRAWN_RECOUNTS.subscribe(bus, recountTurn::withdraw)));
  }

  private static Reader of(Map<String, Reader> readers, Question<?> asked) {
    return Objects.requireNonNull(readers.get(asked.namespace().kind()));
  }
}
