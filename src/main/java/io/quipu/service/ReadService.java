package io.quipu.service;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowQuery;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.query.QueryMessages;
import io.quipu.ops.trace.Span;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.rates.Prices;
import io.quipu.service.verticles.QueryVerticle;
import io.quipu.service.verticles.RankingVerticle;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The reads of the application service: counts, windows, lists, rankings, recounts and verdicts.
 * Confined to one context.
 */
public final class ReadService {
  /** The timeout of a recount, in usual timeouts, because a recount reads all retained rows. */
  public static final int RECOUNT_TIMEOUTS = 5;

  private final EventBus bus;
  private final NamespaceService namespaces;
  private final Layout layout;
  private final Duration timeout;
  private final int instances;
  private final Address.Instances<KnownCounter, Answer> count;
  private final Address.Instances<QueryMessages.Names, QueryMessages.Counts> counts;
  private final Address.Instances<WindowQuery, WindowAnswers> windows;

  ReadService(EventBus bus, ServiceSettings settings, NamespaceService namespaces) {
    this.bus = bus;
    this.namespaces = namespaces;
    this.layout = settings.layout();
    this.timeout = settings.timeout();
    this.instances = settings.queryInstances();
    this.count = QueryVerticle.COUNT.instances(instances);
    this.counts = QueryVerticle.COUNTS.instances(instances);
    this.windows = QueryVerticle.WINDOWS.instances(instances);
  }

  /**
   * Reads the count of a counter.
   *
   * @param options the options, as the kind of the counter has parsed them
   * @param asker the request that reads, which pays
   */
  public Future<Answer> count(KnownCounter counter, ReadOptions options, Asker asker) {
    return paid(
        () -> asker.pay(counter.name().namespace(), 1),
        () -> count(counter, options, asker.span()));
  }

  private Future<Answer> count(KnownCounter counter, ReadOptions options, Span request) {
    int instance = queryInstanceOf(counter.name());
    Span span = RequestSpans.in(counter.name().namespace(), request.begin(RequestSpans.READ));
    Future<Answer> answer =
        options == ReadOptions.USUAL
            ? count.get(instance).request(bus, counter, timeout, span)
            : QueryVerticle.COUNT_WITH_OPTIONS
                .instance(instance)
                .request(bus, new QueryMessages.OptionedRead(counter, options), timeout, span);
    return RequestSpans.ended(
        span,
        answer
            .recover(BusFailures::unreadable)
            .compose(found -> undeleted(List.of(counter), found)));
  }

  /** Reads once the price of the read is paid. */
  private static <T> Future<T> paid(Runnable payment, Supplier<Future<T>> read) {
    try {
      payment.run();
    } catch (ServiceFailure excess) {
      return Future.failedFuture(excess);
    }
    return read.get();
  }

  /** Passes on an answer if none of the counters was deleted while it was made. */
  private <T> Future<T> undeleted(Collection<KnownCounter> counters, T answer) {
    return namespaces.requireUndeleted(counters).map(answer);
  }

  /**
   * Reads the counts of counters, each from the query instance that reads the counter. The future
   * completes when all answers have arrived, and fails as soon as one query instance fails. After
   * such a failure, answers of the other instances may still arrive.
   *
   * @param asker the request that reads, which pays
   * @param each receives every answer when the answer arrives, in any order
   */
  public Future<Void> counts(
      Collection<KnownCounter> counters, Asker asker, Consumer<Answer> each) {
    return paid(
        () -> asker.payEach(counters, counter -> counter.name().namespace()),
        () -> counts(counters, asker.span(), each));
  }

  private Future<Void> counts(
      Collection<KnownCounter> counters, Span request, Consumer<Answer> each) {
    Map<Integer, List<KnownCounter>> byInstance = new LinkedHashMap<>();
    for (KnownCounter counter : counters) {
      byInstance
          .computeIfAbsent(queryInstanceOf(counter.name()), instance -> new ArrayList<>())
          .add(counter);
    }
    List<Future<?>> asked = new ArrayList<>();
    byInstance.forEach(
        (instance, some) ->
            asked.add(counts(instance, some, request).onSuccess(found -> found.forEach(each))));
    return Future.all(asked).mapEmpty();
  }

  /** The index of the query instance that reads the counter. */
  private int queryInstanceOf(CounterName counter) {
    return layout.lane(counter, instances);
  }

  /** Reads the counts of counters of one query instance. The answers are in any order. */
  private Future<List<Answer>> counts(int instance, List<KnownCounter> counters, Span request) {
    Span span = request.begin(RequestSpans.READ).with("quipu.counters", counters.size());
    return RequestSpans.ended(
        span,
        counts
            .get(instance)
            .request(bus, new QueryMessages.Names(counters), timeout, span)
            .map(QueryMessages.Counts::counts)
            .recover(BusFailures::unreadable)
            .compose(found -> undeleted(counters, found)));
  }

  /** Reads a counter in ranges of windows. */
  public Future<WindowAnswers> windows(WindowQuery query, Asker asker) {
    int price = Prices.together(query.cover().windows());
    return paid(
        () -> asker.pay(query.counter().name().namespace(), price),
        () -> windows(query, asker.span()));
  }

  private Future<WindowAnswers> windows(WindowQuery query, Span request) {
    CounterName counter = query.counter().name();
    Span span = RequestSpans.in(counter.namespace(), request.begin(RequestSpans.READ));
    return RequestSpans.ended(
        span,
        windows
            .get(queryInstanceOf(counter))
            .request(bus, query, timeout, span)
            .recover(BusFailures::unreadable)
            .compose(found -> undeleted(List.of(query.counter()), found)));
  }

  /** Reads the counts of series of a counter. */
  public Future<SeriesAnswers> series(SeriesRange range, Asker asker) {
    int price = range.bySize() ? Prices.RANKING : Prices.together(range.limit());
    return paid(
        () -> asker.pay(range.counter().name().namespace(), price),
        () -> series(range, asker.span()));
  }

  private Future<SeriesAnswers> series(SeriesRange range, Span request) {
    CounterName counter = range.counter().name();
    Span span = RequestSpans.in(counter.namespace(), request.begin(RequestSpans.READ));
    return RequestSpans.ended(
        span,
        QueryVerticle.SERIES
            .instance(queryInstanceOf(counter))
            .request(bus, range, timeout, span)
            .recover(BusFailures::unreadable)
            .compose(found -> undeleted(List.of(range.counter()), found)));
  }

  /**
   * Lists the counters of a range of names, with their values, less those that were deleted
   * meanwhile. The last of the range is free: it only tells whether more follow.
   */
  public Future<QueryMessages.Listing> list(QueryMessages.CounterRange range, Asker asker) {
    return paid(
        () -> asker.pay(range.namespace().name(), Prices.together(range.limit() - 1)),
        () -> list(range, asker.span()));
  }

  private Future<QueryMessages.Listing> list(QueryMessages.CounterRange range, Span request) {
    Span span = RequestSpans.in(range.namespace().name(), request.begin(RequestSpans.READ));
    return RequestSpans.ended(
        span,
        QueryVerticle.LIST
            .request(bus, range, timeout, span)
            .recover(BusFailures::unreadable)
            .compose(
                found ->
                    namespaces
                        .find(range.namespace().name())
                        .map(
                            now -> now.equals(range.namespace()) ? found : undeleted(found, now))));
  }

  private static QueryMessages.Listing undeleted(QueryMessages.Listing found, Namespace now) {
    return new QueryMessages.Listing(
        found.counters().stream()
            .filter(one -> one.counter().equals(one.counter().in(now)))
            .toList());
  }

  /**
   * Ranks the largest counters. After the timeout of this request, the ranking verticle still
   * completes the ranking, and keeps it for later requests.
   */
  public Future<Ranking> ranking(Ranked ranked, Asker asker) {
    WindowCover cover = ranked.cover();
    int price = Prices.ranking(cover == null ? 0 : cover.windows());
    return paid(() -> asker.pay(ranked.namespace().name(), price), () -> ranking(ranked));
  }

  private Future<Ranking> ranking(Ranked ranked) {
    return RankingVerticle.RANKING
        .request(bus, ranked, timeout)
        .recover(
            failure ->
                BusFailure.of(failure) == BusFailure.TIMEOUT
                    ? BusFailures.unavailable(
                        "The ranking is still being made. Ask again in a while.")
                    : BusFailures.unreadable(failure));
  }

  /**
   * Finds the verdicts of recorded events. Fails with a failure that {@link BusFailure#of}
   * classifies.
   *
   * @param left the time left to wait; may be negative, and is then raised to 1 ms
   */
  public Future<QueryMessages.Verdicts> verdicts(AcknowledgedEvents events, Duration left) {
    Duration some = left.toMillis() > 0 ? left : Duration.ofMillis(1);
    return QueryVerticle.VERDICTS.request(bus, events, some);
  }

  /**
   * Recounts a counter. A recount that fails or gets no reply in time is withdrawn. The request has
   * paid for it when it was admitted, before its body.
   */
  public Future<RecountReport> recount(QueryMessages.Recount asked) {
    return QueryVerticle.RECOUNT
        .request(bus, asked, timeout.multipliedBy(RECOUNT_TIMEOUTS))
        .onFailure(failure -> withdraw(asked))
        .recover(BusFailures::unreadable);
  }

  /** Withdraws a recount for which no caller waits. Has no effect after the recount has ended. */
  public void withdraw(QueryMessages.Recount recount) {
    QueryVerticle.WITHDRAWN_RECOUNTS.publish(bus, recount.asked());
  }
}
