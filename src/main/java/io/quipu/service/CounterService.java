package io.quipu.service;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.EventTimes;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.trace.Span;
import io.quipu.service.access.Access;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BatchedRequests;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.verticles.IngestVerticle;
import io.quipu.service.verticles.KnownGroupTime;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The application service. All protocols (HTTP, live connections, RESP, Kafka) call this service to
 * record, read and reset counters. A failure that a caller must know about is a {@link
 * ServiceFailure} or an {@link InvalidInput}; any other failure is a defect. Confined to one
 * context.
 */
public final class CounterService {
  private final EventBus bus;
  private final ServiceSettings settings;
  private final Duration timeout;
  private final Access access;
  private final NamespaceService namespaces;
  private final KeyService keys;
  private final ReadService reads;
  private final NewCounters newCounters;
  private final KnownGroupTime groupTime;
  private final EventTimes times;
  private final List<BatchedRequests<Recording, RecordOutcome>> record;
  private final Address.Instances<List<Recording>, List<RecordOutcome>> recordAll;

  /**
   * @param context the context to which this service is confined
   */
  public CounterService(Context context, ServiceSettings settings) {
    this.bus = context.owner().eventBus();
    this.settings = settings;
    this.timeout = settings.timeout();
    this.access = new Access(settings.access(), bus, settings.clock(), timeout);
    this.namespaces = new NamespaceService(bus, settings, new ContextScheduler(context));
    this.keys = new KeyService(bus, timeout);
    this.reads = new ReadService(bus, settings, namespaces);
    this.record =
        IntStream.range(0, settings.ingestInstances())
            .mapToObj(lane -> IngestVerticle.RECORD.instance(lane).batched(context, timeout))
            .toList();
    this.recordAll = IngestVerticle.RECORD_ALL.instances(settings.ingestInstances());
    this.groupTime = KnownGroupTime.heard(bus, settings.clock());
    this.times = new EventTimes(settings.kinds(), this::now);
    this.newCounters =
        new NewCounters(
            access,
            namespaces::find,
            (counters, each) -> reads.counts(counters, Asker.SERVICE, each));
  }

  public Clock clock() {
    return settings.clock();
  }

  /** Finds callers by their credentials, and applies their rate limits. */
  public Access access() {
    return access;
  }

  /** Bounds how many new counters a caller, and new series a namespace, may begin. */
  public NewCounters newCounters() {
    return newCounters;
  }

  /** Finds, lists, creates and changes namespaces. */
  public NamespaceService namespaces() {
    return namespaces;
  }

  /** Reads counters. */
  public ReadService reads() {
    return reads;
  }

  /** Creates, lists and deletes the keys of callers. */
  public KeyService keys() {
    return keys;
  }

  /** The known kinds. */
  public KnownKinds kinds() {
    return settings.kinds();
  }

  /** The time to wait for a reply, see {@link ServiceSettings#timeout}. */
  public Duration timeout() {
    return timeout;
  }

  /**
   * Checks events of one counter by the rules of the kind of the namespace.
   *
   * @param confirmed whether the caller wants the verdicts of the events
   * @throws InvalidDraft naming the first event that the kind does not accept
   * @throws InvalidInput naming any other mistake
   */
  public Recording accept(
      Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed) {
    return times.accept(namespace, counter, drafts, confirmed);
  }

  private EventTime now() {
    return groupTime
        .known()
        .orElseThrow(
            () ->
                new ServiceFailure(
                    Reason.LEASE_NOT_VALID,
                    "This instance does not know the time of the group yet. Nothing was written."));
  }

  /** A point that the time of the group has reached; {@link EventTime#MIN} if none is known. */
  public EventTime reached() {
    return groupTime.known().orElse(EventTime.MIN);
  }

  /** Tells whether events with a time can be accepted yet. */
  public boolean knowsTheTime() {
    return groupTime.known().isPresent();
  }

  /**
   * Accepts events by their times and kinds. Fails with a {@link ServiceFailure} until {@link
   * #knowsTheTime}.
   */
  public EventTimes times() {
    return times;
  }

  /**
   * Records events of one counter that arrived on a live connection or in a RESP command. Completes
   * with the acknowledgement, or fails with a {@link ServiceFailure}.
   */
  public Future<Recorded> record(Recording events) {
    return recordIn(events, settings.tracing().root(RequestSpans.RECORD));
  }

  /**
   * Records events of one counter that arrived in an HTTP request. Completes with the
   * acknowledgement, or fails with a {@link ServiceFailure}.
   *
   * @param request the span of the HTTP request
   */
  public Future<Recorded> record(Recording events, Span request) {
    return recordIn(events, request.begin(RequestSpans.RECORD));
  }

  /** The events, to be recorded soon or not at all, where the time of the group is known. */
  private Recording soon(Recording events) {
    return groupTime
        .known()
        .map(now -> events.mintedBefore(now.plusTicks(Recording.MINTED_WITHIN_TICKS)))
        .orElse(events);
  }

  private Future<Recorded> recordIn(Recording accepted, Span span) {
    Recording events = soon(accepted);
    Future<Recorded> recorded =
        newCounters.areSeriesBounded()
            ? newCounters.admitSeries(List.of(events)).compose(admitted -> sent(events, span))
            : sent(events, span);
    return RequestSpans.ended(span, recorded);
  }

  private Future<Recorded> sent(Recording events, Span span) {
    return record
        .get(ingestInstanceOf(events.counter()))
        .request(
            events,
            RequestSpans.in(events.counter().namespace(), span).with("quipu.events", events.size()))
        .recover(failure -> outcomeOf(failure))
        .map(CounterService::acknowledgement);
  }

  /**
   * Sets a counter back to zero.
   *
   * <p>A reset can take long, so a reset must not be one of the batched requests: {@link
   * BatchedRequests} keeps each answered request in memory until all earlier requests are answered.
   *
   * @param request the span of the HTTP request; {@link Span#NONE} for a command
   * @throws InvalidInput naming {@code kind} if counters of the kind cannot be reset
   */
  public Future<Recorded> reset(Namespace namespace, CounterName named, Span request) {
    CounterName counter = named.in(namespace);
    Recording reset = kinds().of(namespace).reset(namespace, counter);
    if (reset == null) {
      return namespaces
          .purge(named)
          .map(at -> new Recorded(at.boundary()))
          .recover(
              failure ->
                  Future.failedFuture(
                      ServiceFailure.is(failure, Reason.OUTCOME_UNKNOWN) ? unknown() : failure));
    }
    return recordAll(ingestInstanceOf(counter), List.of(reset), request)
        .map(outcomes -> outcomes.get(0))
        .map(
            outcome -> {
              if (outcome instanceof OutcomeUnknown) {
                throw unknown();
              }
              return acknowledgement(outcome);
            });
  }

  private static ServiceFailure unknown() {
    return new ServiceFailure(
        Reason.OUTCOME_UNKNOWN,
        "The counter may or may not have been reset, or some of its shards only. Reset it again.");
  }

  private static Recorded acknowledgement(RecordOutcome outcome) {
    if (outcome instanceof Recorded recorded) {
      return recorded;
    }
    throw RecordFailure.of(outcome).orElseThrow();
  }

  /** The index of the ingest instance that records events of the counter. */
  public int ingestInstanceOf(CounterName counter) {
    return settings.layout().lane(counter, recordAll.count());
  }

  public int ingestInstances() {
    return recordAll.count();
  }

  /**
   * Records events of counters that all belong to one ingest instance. Completes with the outcomes
   * in the order of {@code accepted}; fails only for a defect.
   *
   * @param request the span of the HTTP request in which the events arrived; {@link Span#NONE} for
   *     events from Kafka
   */
  public Future<List<RecordOutcome>> recordAll(
      int instance, List<Recording> accepted, Span request) {
    List<Recording> recordings = accepted.stream().map(this::soon).toList();
    Span span = request.begin(RequestSpans.RECORD).with("quipu.counters", recordings.size());
    return RequestSpans.ended(
        span,
        newCounters.areSeriesBounded()
            ? newCounters
                .admitSeries(recordings)
                .compose(admitted -> sent(instance, recordings, span))
            : sent(instance, recordings, span));
  }

  private Future<List<RecordOutcome>> sent(int instance, List<Recording> recordings, Span span) {
    return recordAll
        .get(instance)
        .request(bus, recordings, timeout, span)
        .recover(
            failure ->
                outcomeOf(failure).map(same -> Collections.nCopies(recordings.size(), same)));
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
