package io.quipu.edge.http;

import io.quipu.edge.http.access.Access;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
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
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.WindowCount;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.ranking.Ranked;
import io.quipu.engine.query.ranking.Ranking;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Span;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.auth.Grant;
import io.quipu.service.auth.KeyVerticle;
import io.quipu.service.auth.Keys;
import io.quipu.service.auth.StoredKey;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BatchedRequests;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.verticles.IngestAddresses;
import io.quipu.service.verticles.NamespaceVerticle;
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
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What the resources ask, over the typed addresses of the bus. Failures that a caller has to know
 * about arrive as {@link Rejection}s; any other is a defect. Confined to the context of one server
 * instance.
 */
public final class Backend {
  /** How many times as long as others a recount may take: it reads every row that is retained. */
  static final int RECOUNT_TIMEOUTS = 5;

  private final EventBus bus;
  private final Clock clock;
  private final Duration timeout;
  private final KnownKinds kinds;
  private final Layout layout;
  private final Access access;
  private final Tracing tracing;
  private final NamespaceCache namespaces;
  private final NewCounters newCounters;
  private final List<BatchedRequests<Recording, RecordOutcome>> record;
  private final Address.Instances<RecordAll, RecordAll.Outcomes> recordAll;
  private final Address.Instances<KnownCounter, Answer> count;
  private final Address.Instances<QueryMessages.Names, QueryMessages.Counts> counts;
  private final Address.Instances<QueryMessages.Range, QueryMessages.WindowCounts> windows;

  /**
   * @param context of the server instance, on which this is called
   * @param timeout how long to wait for any one reply
   * @param layout decides which ingest instance has a counter
   * @param access who may do what
   * @param tracing of what comes with messages, which have no request that it would be a part of
   */
  private Backend(
      Context context,
      Clock clock,
      Duration timeout,
      KnownKinds kinds,
      int ingestInstances,
      int queryInstances,
      Layout layout,
      Access access,
      Tracing tracing) {
    this.bus = context.owner().eventBus();
    this.clock = clock;
    this.timeout = timeout;
    this.kinds = kinds;
    this.layout = layout;
    this.access = access;
    this.tracing = tracing;
    this.namespaces =
        new NamespaceCache(clock, name -> NamespaceVerticle.FIND.request(bus, name, timeout));
    this.record =
        IntStream.range(0, ingestInstances)
            .mapToObj(lane -> IngestAddresses.RECORD.instance(lane).batched(context, timeout))
            .toList();
    this.recordAll = IngestAddresses.RECORD_ALL.instances(ingestInstances);
    this.count = QueryAddresses.COUNT.instances(queryInstances);
    this.counts = QueryAddresses.COUNTS.instances(queryInstances);
    this.windows = QueryAddresses.WINDOWS.instances(queryInstances);
    this.newCounters =
        new NewCounters(access, (counters, each) -> counts(counters, Span.NONE, each));
  }

  /**
   * That of one server instance.
   *
   * @param context of the instance, on which this is called
   */
  public static Backend of(Context context, HttpDependencies dependencies) {
    HttpSettings settings = dependencies.settings();
    return new Backend(
        context,
        dependencies.clock(),
        settings.requestTimeout(),
        dependencies.kinds(),
        dependencies.ingestInstances(),
        dependencies.queryInstances(),
        dependencies.layout(),
        new Access(
            dependencies.access(),
            context.owner().eventBus(),
            dependencies.clock(),
            settings.requestTimeout(),
            settings.origins()),
        dependencies.tracing());
  }

  public Clock clock() {
    return clock;
  }

  /** Who may do what. */
  public Access access() {
    return access;
  }

  /** Bounds what callers may begin. */
  public NewCounters newCounters() {
    return newCounters;
  }

  /** The kinds that there are. */
  public KnownKinds kinds() {
    return kinds;
  }

  /** How long a request waits for any one reply. */
  Duration timeout() {
    return timeout;
  }

  /** The namespace; a {@link ProblemType#UNKNOWN_NAMESPACE} rejection if it does not exist. */
  public Future<Namespace> namespace(String name) {
    return namespaces
        .find(name)
        .recover(Backend::unreadable)
        .map(found -> found.orElseThrow(() -> unknown(name)));
  }

  private static Rejection unknown(String namespace) {
    return new Rejection(
        Problem.of(
            ProblemType.UNKNOWN_NAMESPACE,
            "namespace",
            "There is no namespace "
                + namespace
                + ". Create it with PUT /v1/namespaces/"
                + namespace));
  }

  /**
   * The namespaces of a list of counters.
   *
   * @param list what the caller calls the list
   */
  Future<Map<String, Namespace>> namespaces(String list, List<CounterName> counters) {
    return new NamespaceLookup(this::namespace, list).of(counters);
  }

  /** The namespace as it is stored now. */
  Future<Namespace> freshNamespace(String name) {
    namespaces.forget(name);
    return namespace(name);
  }

  /** A page of the namespaces that there are. */
  Future<List<NamespaceStore.Listed>> listNamespaces(String after, int limit) {
    return NamespaceVerticle.LIST
        .request(bus, new NamespaceVerticle.Page(after, limit), timeout)
        .map(NamespaceVerticle.Listing::namespaces)
        .recover(Backend::unreadable);
  }

  Future<PutOutcome> putNamespace(NamespacePut wanted) {
    return NamespaceVerticle.PUT
        .request(bus, wanted, timeout.plus(kinds.changesHoldAfter()))
        .onComplete(done -> namespaces.forget(wanted.change().name()))
        .recover(
            failure ->
                BusFailure.of(failure) == BusFailure.TIMEOUT
                    ? Future.succeededFuture(new PutOutcome.OutcomeUnknown())
                    : unreadable(failure));
  }

  /**
   * Accepts events of one counter, as its kind does.
   *
   * @throws Rejection naming the first event that is not one of this kind, or what else is wrong
   */
  public Recording accept(
      Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed) {
    try {
      return kinds.of(namespace).accept(namespace, counter, drafts, confirmed);
    } catch (InvalidDraft invalid) {
      throw EventsInput.notAccepted(invalid, UnaryOperator.identity());
    } catch (InvalidInput invalid) {
      throw new Rejection(Problem.invalid(ProblemType.INVALID_REQUEST, invalid));
    }
  }

  /**
   * Records events of one counter, which came in a message: the acknowledgement, or a {@link
   * RecordProblem} rejection.
   */
  public Future<Recorded> record(Recording events) {
    return recordIn(events, tracing.root(RequestSpans.RECORD));
  }

  /**
   * The same for events of a request.
   *
   * @param request its span
   */
  Future<Recorded> record(Recording events, Span request) {
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
            .map(Backend::acknowledgement);
    return RequestSpans.ended(span, recorded);
  }

  /**
   * Sets a counter back to zero, if its kind can; a rejection that names {@code kind} if it cannot.
   *
   * <p>It takes its time, and must not stand before events among the requests of this context:
   * those remember what came after one until it is answered.
   */
  public Future<Recorded> reset(Namespace namespace, CounterName counter, Span request) {
    Recording reset = kinds.of(namespace).reset(namespace, counter);
    return recordAll(ingestInstanceOf(counter), List.of(reset), request)
        .map(outcomes -> outcomes.get(0))
        .map(
            outcome -> {
              if (outcome instanceof OutcomeUnknown) {
                throw new Rejection(
                    Problem.of(
                        ProblemType.OUTCOME_UNKNOWN,
                        "The counter may or may not have been reset, or some of its shards only."
                            + " Reset it again."));
              }
              return acknowledgement(outcome);
            });
  }

  private static Recorded acknowledgement(RecordOutcome outcome) {
    if (outcome instanceof Recorded recorded) {
      return recorded;
    }
    throw new Rejection(RecordProblem.of(outcome).orElseThrow());
  }

  /** Which of the ingest instances has the counter. */
  int ingestInstanceOf(CounterName counter) {
    return IngestAddresses.lane(layout, counter, recordAll.count());
  }

  int ingestInstances() {
    return recordAll.count();
  }

  /**
   * Records events of counters that all belong to one ingest instance.
   *
   * @param request the span of the request that they came in
   */
  Future<List<RecordOutcome>> recordAll(int instance, List<Recording> recordings, Span request) {
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
    return RequestSpans.ended(span, answer.recover(Backend::unreadable));
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
    return QueryAddresses.instanceOf(counter, layout, counts.count());
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
            .recover(Backend::unreadable));
  }

  Future<List<WindowCount>> windows(QueryMessages.Range range, Span request) {
    CounterName counter = range.counter().name();
    Span span = RequestSpans.in(counter.namespace(), request.begin(RequestSpans.READ));
    return RequestSpans.ended(
        span,
        windows
            .get(queryInstanceOf(counter))
            .request(bus, range, timeout, span)
            .map(QueryMessages.WindowCounts::windows)
            .recover(Backend::unreadable));
  }

  Future<QueryMessages.Listing> list(QueryMessages.Page page, Span request) {
    Span span = RequestSpans.in(page.namespace(), request.begin(RequestSpans.READ));
    return RequestSpans.ended(
        span, QueryAddresses.LIST.request(bus, page, timeout, span).recover(Backend::unreadable));
  }

  /** The largest counters. One that takes longer than a request may goes on, and is kept. */
  Future<Ranking> ranking(Ranked ranked) {
    return RankingAddresses.RANKING
        .request(bus, ranked, timeout)
        .recover(
            failure ->
                BusFailure.of(failure) == BusFailure.TIMEOUT
                    ? unavailable("The ranking is still being made. Ask again in a while.")
                    : unreadable(failure));
  }

  /** What became of recorded events. Fails as the bus does. */
  Future<QueryMessages.Verdicts> verdicts(AcknowledgedEvents events, Duration left) {
    Duration some = left.toMillis() > 0 ? left : Duration.ofMillis(1);
    return QueryAddresses.VERDICTS.request(bus, events, some);
  }

  /** A key of which the caller is told; the outcome says whether it is one. */
  Future<Keys.NewKey> createKey(Grant grant) {
    return KeyVerticle.CREATE.request(bus, grant, timeout).recover(Backend::keyUnknown);
  }

  Future<CasOutcome> deleteKey(String id) {
    return KeyVerticle.DELETE.request(bus, id, timeout).recover(Backend::keyUnknown);
  }

  private static <T> Future<T> keyUnknown(Throwable failure) {
    return BusFailure.of(failure) == BusFailure.TIMEOUT
        ? Future.failedFuture(KeysResource.outcomeUnknown())
        : unreadable(failure);
  }

  /** A page of the keys that there are. */
  Future<List<StoredKey>> listKeys(String after, int limit) {
    return KeyVerticle.LIST
        .request(bus, new KeyVerticle.Page(after, limit), timeout)
        .map(KeyVerticle.Listing::keys)
        .recover(Backend::unreadable);
  }

  /** A recount that takes too long is withdrawn. */
  Future<RecountReport> recount(QueryMessages.Recount asked) {
    return QueryAddresses.RECOUNT
        .request(bus, asked, timeout.multipliedBy(RECOUNT_TIMEOUTS))
        .onFailure(failure -> withdraw(asked))
        .recover(Backend::unreadable);
  }

  /** Nobody waits for the recount any more; one that is over is not changed by it. */
  void withdraw(QueryMessages.Recount recount) {
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

  /** A read, or a change that certainly did not happen. */
  private static <T> Future<T> unreadable(Throwable failure) {
    return switch (BusFailure.of(failure)) {
      case STORE_UNAVAILABLE ->
          Future.failedFuture(
              new Rejection(
                  Problem.of(ProblemType.UNAVAILABLE, "Cassandra is short of a quorum."), failure));
      case BUSY -> unavailable(String.valueOf(failure.getMessage()));
      case NO_HANDLER -> unavailable("This instance does not serve this at present.");
      case TIMEOUT -> unavailable("There was no answer in time.");
      case DEFECT -> Future.failedFuture(failure);
    };
  }

  private static <T> Future<T> unavailable(String detail) {
    return Future.failedFuture(new Rejection(Problem.of(ProblemType.UNAVAILABLE, detail)));
  }
}
