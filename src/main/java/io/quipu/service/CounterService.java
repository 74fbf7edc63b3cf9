package io.quipu.service;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.ReadOptions;
import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import io.quipu.engine.kind.RecordOutcome.Refused;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.WindowCount;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.ranking.Ranked;
import io.quipu.engine.query.ranking.Ranking;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Span;
import io.quipu.service.access.Access;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BatchedRequests;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.verticles.IngestAddresses;
import io.quipu.service.verticles.QueryAddresses;
import io.quipu.service.verticles.RankingAddresses;
import io.quipu.service.verticles.RecordAll;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The application service: every way in records, reads and resets counters here. A failure that a
 * caller has to know about is a {@link ServiceFailure}; any other is a defect. Confined to the
 * context that it is made for.
 */
public final class CounterService {
  /** The time of a recount, in timeouts of other requests: it reads every row that is retained. */
  public static final int RECOUNT_TIMEOUTS = 5;

  private final EventBus bus;
  private final ServiceSettings settings;
  private final Duration timeout;
  private final Access access;
  private final NamespaceService namespaces;
  private final KeyService keys;
  private final NewCounters newCounters;
  private final List<BatchedRequests<Recording, RecordOutcome>> record;
  private final Address.Instances<RecordAll, RecordAll.Outcomes> recordAll;
  private final Address.Instances<KnownCounter, Answer> count;
  private final Address.Instances<QueryMessages.Names, QueryMessages.Counts> counts;
  private final Address.Instances<QueryMessages.Range, QueryMessages.WindowCounts> windows;

  /**
   * @param context of the caller
   */
  public CounterService(Context context, ServiceSettings settings) {
    this.bus = context.owner().eventBus();
    this.settings = settings;
    this.timeout = settings.timeout();
    this.access = new Access(settings.access(), bus, settings.clock(), timeout);
    this.namespaces = new NamespaceService(bus, settings);
    this.keys = new KeyService(bus, timeout);
    this.record =
        IntStream.range(0, settings.ingestInstances())
            .mapToObj(lane -> IngestAddresses.RECORD.instance(lane).batched(context, timeout))
            .toList();
    this.recordAll = IngestAddresses.RECORD_ALL.instances(settings.ingestInstances());
    this.count = QueryAddresses.COUNT.instances(settings.queryInstances());
    this.counts = QueryAddresses.COUNTS.instances(settings.queryInstances());
    this.windows = QueryAddresses.WINDOWS.instances(settings.queryInstances());
    this.newCounters =
        new NewCounters(access, (counters, each) -> counts(counters, Span.NONE, each));
  }

  public Clock clock() {
    return settings.clock();
  }

  /** Who may do what. */
  public Access access() {
    return access;
  }

  /** Bounds what callers may begin. */
  public NewCounters newCounters() {
    return newCounters;
  }

  /** The namespaces. */
  public NamespaceService namespaces() {
    return namespaces;
  }

  /** The keys of callers. */
  public KeyService keys() {
    return keys;
  }

  /** The kinds that there are. */
  public KnownKinds kinds() {
    return settings.kinds();
  }

  /** How long a request waits for any one reply. */
  public Duration timeout() {
    return timeout;
  }

  /**
   * Accepts events of one counter, as its kind does.
   *
   * @throws InvalidDraft naming the first event that is not one of this kind
   * @throws InvalidInput naming what else is wrong
   */
  public Recording accept(
      Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed) {
    return kinds().of(namespace).accept(namespace, counter, drafts, confirmed);
  }

  /**
   * Records events of one counter, which came in a message: the acknowledgement, or a {@link
   * ServiceFailure}.
   */
  public Future<Recorded> record(Recording events) {
    return recordIn(events, settings.tracing().root(RequestSpans.RECORD));
  }

  /**
   * The same for events of a request.
   *
   * @param request its span
   */
  public Future<Recorded> record(Recording events, Span request) {
    return recordIn(events, request.begin(RequestSpans.RECORD));
  }

  private Future<Recorded> recordIn(Recording events, Span span) {
    Future<Recorded> recorded =
        record
            .get(ingestInstanceOf(events.counter()))
            .request(
                events,
                RequestSpans.in(events.counter().namespace(), span)
                    .with("quipu.events", events.size()))
            .recover(failure -> outcomeOf(failure))
            .map(CounterService::acknowledgement);
    return RequestSpans.ended(span, recorded);
  }

  /**
   * Sets a counter back to zero, if its kind can; a failure that names {@code kind} if it cannot.
   *
   * <p>It takes its time, and must not stand before events among the requests of this context:
   * those remember what came after one until it is answered.
   */
  public Future<Recorded> reset(Namespace namespace, CounterName counter, Span request) {
    Recording reset = kinds().of(namespace).reset(namespace, counter);
    return recordAll(ingestInstanceOf(counter), List.of(reset), request)
        .map(outcomes -> outcomes.get(0))
        .map(
            outcome -> {
              if (outcome instanceof OutcomeUnknown) {
                throw new ServiceFailure(
                    Reason.OUTCOME_UNKNOWN,
                    "The counter may or may not have been reset, or some of its shards only."
                        + " Reset it again.");
              }
              return acknowledgement(outcome);
            });
  }

  private static Recorded acknowledgement(RecordOutcome outcome) {
    if (outcome instanceof Recorded recorded) {
      return recorded;
    }
    throw RecordFailure.of(outcome).orElseThrow();
  }

  /** Which of the ingest instances has the counter. */
  public int ingestInstanceOf(CounterName counter) {
    return IngestAddresses.lane(settings.layout(), counter, recordAll.count());
  }

  public int ingestInstances() {
    return recordAll.count();
  }

  /**
   * Records events of counters that all belong to one ingest instance.
   *
   * @param request the span of the request that they came in
   */
  public Future<List<RecordOutcome>> recordAll(
      int instance, List<Recording> recordings, Span request) {
    Span span = request.begin(RequestSpans.RECORD).with("quipu.counters", recordings.size());
    return RequestSpans.ended(
        span,
        recordAll
            .get(instance)
            .request(bus, new RecordAll(recordings), timeout, span)
            .map(RecordAll.Outcomes::outcomes)
            .recover(
                failure ->
                    outcomeOf(failure).map(same -> Collections.nCopies(recordings.size(), same))));
  }

  /**
   * The count of a counter, with options that its kind has understood.
   *
   * @param request the span of the request that asks
   */
  public Future<Answer> count(KnownCounter counter, ReadOptions options, Span request) {
    int instance = queryInstanceOf(counter.name());
    Span span = RequestSpans.in(counter.name().namespace(), request.begin(RequestSpans.READ));
    Future<Answer> answer =
        options == ReadOptions.USUAL
            ? count.get(instance).request(bus, counter, timeout, span)
            : QueryAddresses.COUNT_WITH_OPTIONS
                .instance(instance)
                .request(bus, new QueryMessages.OptionedRead(counter, options), timeout, span);
    return RequestSpans.ended(span, answer.recover(BusFailures::unreadable));
  }

  /**
   * The counts of counters, each asked of the query instance that has it.
   *
   * @param each is told of every one as it comes, in any order
   * @return done when all have come; fails if one of them does not
   */
  public Future<Void> counts(
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

  /** Which of the query instances has the counter. */
  private int queryInstanceOf(CounterName counter) {
    return QueryAddresses.instanceOf(counter, settings.layout(), counts.count());
  }

  /** The counts of counters that all belong to one query instance, in any order. */
  private Future<List<Answer>> counts(int instance, List<KnownCounter> counters, Span request) {
    Span span = request.begin(RequestSpans.READ).with("quipu.counters", counters.size());
    return RequestSpans.ended(
        span,
        counts
            .get(instance)
            .request(bus, new QueryMessages.Names(counters), timeout, span)
            .map(QueryMessages.Counts::counts)
            .recover(BusFailures::unreadable));
  }

  public Future<List<WindowCount>> windows(QueryMessages.Range range, Span request) {
    CounterName counter = range.counter().name();
    Span span = RequestSpans.in(counter.namespace(), request.begin(RequestSpans.READ));
    return RequestSpans.ended(
        span,
        windows
            .get(queryInstanceOf(counter))
            .request(bus, range, timeout, span)
            .map(QueryMessages.WindowCounts::windows)
            .recover(BusFailures::unreadable));
  }

  public Future<QueryMessages.Listing> list(QueryMessages.Page page, Span request) {
    Span span = RequestSpans.in(page.namespace(), request.begin(RequestSpans.READ));
    return RequestSpans.ended(
        span,
        QueryAddresses.LIST.request(bus, page, timeout, span).recover(BusFailures::unreadable));
  }

  /** The largest counters. One that takes longer than a request may goes on, and is kept. */
  public Future<Ranking> ranking(Ranked ranked) {
    return RankingAddresses.RANKING
        .request(bus, ranked, timeout)
        .recover(
            failure ->
                BusFailure.of(failure) == BusFailure.TIMEOUT
                    ? BusFailures.unavailable(
                        "The ranking is still being made. Ask again in a while.")
                    : BusFailures.unreadable(failure));
  }

  /** What became of recorded events. Fails as the bus does. */
  public Future<QueryMessages.Verdicts> verdicts(AcknowledgedEvents events, Duration left) {
    Duration some = left.toMillis() > 0 ? left : Duration.ofMillis(1);
    return QueryAddresses.VERDICTS.request(bus, events, some);
  }

  /** A recount that takes too long is withdrawn. */
  public Future<RecountReport> recount(QueryMessages.Recount asked) {
    return QueryAddresses.RECOUNT
        .request(bus, asked, timeout.multipliedBy(RECOUNT_TIMEOUTS))
        .onFailure(failure -> withdraw(asked))
        .recover(BusFailures::unreadable);
  }

  /** Nobody waits for the recount any more; one that is over is not changed by it. */
  public void withdraw(QueryMessages.Recount recount) {
    QueryAddresses.WITHDRAWN_RECOUNTS.publish(bus, recount.asked());
  }

  private static Future<RecordOutcome> outcomeOf(Throwable failure) {
    return switch (BusFailure.of(failure)) {
      case STORE_UNAVAILABLE, BUSY, NO_HANDLER ->
          Future.succeededFuture(new Refused(Refusal.STORE_UNAVAILABLE));
      case TIMEOUT -> Future.succeededFuture(new OutcomeUnknown());
      case DEFECT -> Future.failedFuture(failure);
    };
  }
}
