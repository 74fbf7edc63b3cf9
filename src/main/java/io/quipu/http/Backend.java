package io.quipu.http;

import io.quipu.bus.Address;
import io.quipu.bus.BatchedRequests;
import io.quipu.bus.BusFailure;
import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
import io.quipu.counter.Namespace;
import io.quipu.counter.ShardedCounter;
import io.quipu.counter.WindowCount;
import io.quipu.ingest.Append;
import io.quipu.ingest.AppendAll;
import io.quipu.ingest.AppendOutcome;
import io.quipu.ingest.AppendOutcome.OutcomeUnknown;
import io.quipu.ingest.AppendOutcome.Recorded;
import io.quipu.ingest.AppendOutcome.Refusal;
import io.quipu.ingest.AppendOutcome.Refused;
import io.quipu.ingest.IngestAddresses;
import io.quipu.namespace.NamespacePut;
import io.quipu.namespace.NamespaceVerticle;
import io.quipu.namespace.PutOutcome;
import io.quipu.page.Layout;
import io.quipu.query.QueryAddresses;
import io.quipu.recount.RecountReport;
import io.quipu.time.Clock;
import io.quipu.web.Problem;
import io.quipu.web.ProblemType;
import io.quipu.web.Rejection;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
  private final Layout layout;
  private final NamespaceCache namespaces;
  private final List<BatchedRequests<Append, AppendOutcome>> append;
  private final Address.Instances<AppendAll, AppendAll.Outcomes> appendAll;
  private final Address.Instances<ShardedCounter, Count> count;
  private final Address.Instances<QueryAddresses.Names, QueryAddresses.Counts> counts;
  private final Address.Instances<QueryAddresses.Range, QueryAddresses.WindowCounts> windows;

  /**
   * @param context of the server instance, on which this is called
   * @param timeout how long to wait for any one reply
   * @param layout decides which ingest instance has a counter
   */
  Backend(
      Context context,
      Clock clock,
      Duration timeout,
      int ingestInstances,
      int queryInstances,
      Layout layout) {
    this.bus = context.owner().eventBus();
    this.clock = clock;
    this.timeout = timeout;
    this.layout = layout;
    this.namespaces =
        new NamespaceCache(clock, name -> NamespaceVerticle.FIND.request(bus, name, timeout));
    this.append =
        IntStream.range(0, ingestInstances)
            .mapToObj(lane -> IngestAddresses.APPEND.instance(lane).batched(context, timeout))
            .toList();
    this.appendAll = IngestAddresses.APPEND_ALL.instances(ingestInstances);
    this.count = QueryAddresses.COUNT.instances(queryInstances);
    this.counts = QueryAddresses.COUNTS.instances(queryInstances);
    this.windows = QueryAddresses.WINDOWS.instances(queryInstances);
  }

  public Clock clock() {
    return clock;
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

  Future<PutOutcome> putNamespace(NamespacePut wanted) {
    return NamespaceVerticle.PUT
        .request(bus, wanted, timeout)
        .onComplete(done -> namespaces.forget(wanted.change().name()))
        .recover(
            failure ->
                BusFailure.of(failure) == BusFailure.TIMEOUT
                    ? Future.succeededFuture(new PutOutcome.OutcomeUnknown())
                    : unreadable(failure));
  }

  /** Records events of one counter: the acknowledgement, or a {@link RecordProblem} rejection. */
  public Future<Recorded> append(Append events) {
    return append
        .get(ingestInstanceOf(events.counter()))
        .request(events)
        .recover(failure -> outcomeOf(failure))
        .map(Backend::acknowledgement);
  }

  private static Recorded acknowledgement(AppendOutcome outcome) {
    if (outcome instanceof Recorded recorded) {
      return recorded;
    }
    throw new Rejection(RecordProblem.of(outcome).orElseThrow());
  }

  /** Which of the ingest instances has the counter. */
  int ingestInstanceOf(CounterName counter) {
    return IngestAddresses.lane(layout, counter, appendAll.count());
  }

  int ingestInstances() {
    return appendAll.count();
  }

  /** Records events of counters that all belong to one ingest instance. */
  Future<List<AppendOutcome>> appendAll(int instance, List<Append> appends) {
    return appendAll
        .get(instance)
        .request(bus, new AppendAll(appends), timeout)
        .map(AppendAll.Outcomes::outcomes)
        .recover(
            failure -> outcomeOf(failure).map(same -> Collections.nCopies(appends.size(), same)));
  }

  public Future<Count> count(ShardedCounter counter) {
    return count
        .get(queryInstanceOf(counter.name()))
        .request(bus, counter, timeout)
        .recover(Backend::unreadable);
  }

  /** Which of the query instances has the counter. */
  int queryInstanceOf(CounterName counter) {
    return QueryAddresses.instanceOf(counter, layout, counts.count());
  }

  /** The counts of counters that all belong to one query instance, in the same order. */
  Future<List<Count>> counts(int instance, List<ShardedCounter> counters) {
    return counts
        .get(instance)
        .request(bus, new QueryAddresses.Names(counters), timeout)
        .map(QueryAddresses.Counts::counts)
        .recover(Backend::unreadable);
  }

  Future<List<WindowCount>> windows(QueryAddresses.Range range) {
    return windows
        .get(queryInstanceOf(range.counter().name()))
        .request(bus, range, timeout)
        .map(QueryAddresses.WindowCounts::windows)
        .recover(Backend::unreadable);
  }

  Future<QueryAddresses.Listing> list(QueryAddresses.Page page) {
    return QueryAddresses.LIST.request(bus, page, timeout).recover(Backend::unreadable);
  }

  /** What became of recorded events. Fails as the bus does. */
  Future<QueryAddresses.Verdicts> verdicts(
      QueryAddresses.AcknowledgedEvents events, Duration left) {
    Duration some = left.toMillis() > 0 ? left : Duration.ofMillis(1);
    return QueryAddresses.VERDICTS.request(bus, events, some);
  }

  /** A recount that takes too long is withdrawn. */
  Future<RecountReport> recount(QueryAddresses.Recount asked) {
    return QueryAddresses.RECOUNT
        .request(bus, asked, timeout.multipliedBy(RECOUNT_TIMEOUTS))
        .onFailure(failure -> withdraw(asked))
        .recover(Backend::unreadable);
  }

  /** Nobody waits for the recount any more; one that is over is not changed by it. */
  void withdraw(QueryAddresses.Recount recount) {
    QueryAddresses.WITHDRAWN_RECOUNTS.publish(bus, recount.asked());
  }

  private static Future<AppendOutcome> outcomeOf(Throwable failure) {
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
      case STORE_UNAVAILABLE -> unavailable("Cassandra is short of a quorum.");
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
