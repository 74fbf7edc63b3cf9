package io.quipu.service;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.EventTimes;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.trace.Span;
import io.quipu.service.access.Permissions;
import io.quipu.service.auth.Caller;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BatchedRequests;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.verticles.IngestVerticle;
import io.quipu.service.verticles.KnownGroupTime;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Records events. All ways in that have callers take the same steps, in this order: the caller pays
 * for each event and has the right to record it, its namespace pays and has settings, its kind
 * accepts the event, and new counters and series are within bounds. The right comes before the
 * settings, so that nobody learns which namespaces others have. Confined to one context.
 */
public final class RecordService {
  private final EventBus bus;
  private final ServiceSettings settings;
  private final KnownNamespaces namespaces;
  private final NewCounters newCounters;
  private final KnownGroupTime groupTime;
  private final EventTimes times;
  private final List<BatchedRequests<Recording, RecordOutcome>> record;
  private final Address.Instances<List<Recording>, List<RecordOutcome>> recordAll;

  /** Events of one counter that their caller may record and has paid for. */
  public final class Admitted {
    private final Asker asker;
    private final KnownCounter counter;
    private final List<Draft> drafts;

    private Admitted(Asker asker, KnownCounter counter, List<Draft> drafts) {
      this.asker = asker;
      this.counter = counter;
      this.drafts = drafts;
    }

    /** The counter that the caller named, with the settings of its namespace. */
    public KnownCounter counter() {
      return counter;
    }

    /** Other events in place of these, of a counter to which the same right and price apply. */
    public Admitted of(KnownCounter counted, List<Draft> others) {
      return new Admitted(asker, counted, others);
    }

    /**
     * Accepts the events by the rules of their kind, and then a new counter, because invalid events
     * must not be charged as one. Fails with a {@link ServiceFailure} if there are too many new
     * counters.
     *
     * @param confirmed whether the caller wants the verdicts of the events
     * @throws InvalidDraft naming the first event that the kind does not accept
     * @throws InvalidInput naming any other mistake
     */
    public Future<Recording> accept(boolean confirmed) {
      Recording recording = accepted(confirmed);
      return newCounters.areBounded()
          ? newCounters.admit(asker, List.of(counter)).map(recording)
          : Future.succeededFuture(recording);
    }

    /** Checks the events as {@link #accept} does, but no bounds of new counters. */
    public void check() {
      var unused = accepted(false);
    }

    private Recording accepted(boolean confirmed) {
      return times.accept(counter.namespace(), counter.name(), drafts, confirmed);
    }
  }

  RecordService(
      Context context,
      ServiceSettings settings,
      KnownNamespaces namespaces,
      NewCounters newCounters,
      KnownGroupTime groupTime) {
    this.bus = context.owner().eventBus();
    this.settings = settings;
    this.namespaces = namespaces;
    this.newCounters = newCounters;
    this.groupTime = groupTime;
    this.times = new EventTimes(settings.kinds(), this::now);
    this.record =
        IntStream.range(0, settings.ingestInstances())
            .mapToObj(
                lane -> IngestVerticle.RECORD.instance(lane).batched(context, settings.timeout()))
            .toList();
    this.recordAll = IngestVerticle.RECORD_ALL.instances(settings.ingestInstances());
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

  /**
   * Records events of one counter, after all checks. Completes with the acknowledgement. Fails with
   * a {@link ServiceFailure}, an {@link InvalidDraft} or an {@link InvalidInput}.
   */
  public Future<Recorded> record(Asker asker, CounterName counter, List<Draft> drafts) {
    return admit(asker, counter, drafts, events -> events.accept(false)).compose(this::record);
  }

  /**
   * Admits events of one counter: the caller and the namespace pay, the caller has the right, and
   * the namespace exists. Fails with a {@link ServiceFailure} otherwise.
   *
   * @param use accepts the events; as in {@link KnownNamespaces#use(String, Function)}
   */
  public <T> Future<T> admit(
      Asker asker, CounterName counter, List<Draft> drafts, Function<Admitted, Future<T>> use) {
    int price = Math.max(1, drafts.size());
    try {
      asker.payAsCaller(price);
      Permissions.requireEvents(asker.caller(), counter, drafts);
      asker.payOf(counter.namespace(), price);
    } catch (ServiceFailure refusal) {
      return Future.failedFuture(refusal);
    }
    return namespaces.use(counter, known -> use.apply(new Admitted(asker, known, drafts)));
  }

  /**
   * Admits events of any counters and accepts them, all or none. Fails as {@link #admit} and {@link
   * Admitted#accept} do.
   *
   * @param list the name of the list of the events in the request; null if there is no list
   * @param denied makes the failure of the first event that the caller may not record
   * @param accept accepts the events by the settings of their namespaces; has done nothing yet when
   *     it throws
   */
  public <T> Future<T> admitAll(
      Asker asker,
      @Nullable String list,
      List<Draft> drafts,
      BiFunction<Draft, ServiceFailure, RuntimeException> denied,
      Function<Map<String, Namespace>, T> accept) {
    asker.payAsCaller(drafts.size());
    requireEach(asker.caller(), drafts, denied);
    asker.payOfEach(drafts, draft -> draft.counter().namespace());
    List<CounterName> counters = drafts.stream().map(Draft::counter).toList();
    return namespaces
        .of(list, counters)
        .compose(
            some -> namespaces.use(some, now -> accepted(asker, counters, now, accept.apply(now))));
  }

  private static void requireEach(
      Caller caller,
      List<Draft> drafts,
      BiFunction<Draft, ServiceFailure, RuntimeException> denied) {
    for (Draft draft : caller.isUnbounded() ? List.<Draft>of() : drafts) {
      ServiceFailure objection = Permissions.objection(caller, draft.counter(), draft);
      if (objection != null) {
        throw denied.apply(draft, objection);
      }
    }
  }

  private <T> Future<T> accepted(
      Asker asker, List<CounterName> counters, Map<String, Namespace> found, T accepted) {
    if (!newCounters.areBounded()) {
      return Future.succeededFuture(accepted);
    }
    List<KnownCounter> known =
        counters.stream().distinct().map(counter -> KnownCounter.of(counter, found)).toList();
    return newCounters.admit(asker, known).map(accepted);
  }

  /**
   * Accepts events by their times and kinds. Fails with a {@link ServiceFailure} until {@link
   * CounterService#knowsTheTime}.
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
        .map(RecordService::acknowledgement);
  }

  static Recorded acknowledgement(RecordOutcome outcome) {
    if (outcome instanceof Recorded recorded) {
      return recorded;
    }
    throw RecordFailure.of(outcome).orElseThrow();
  }

  /** The index of the ingest instance that records events of the counter. */
  public int ingestInstanceOf(CounterName counter) {
    return settings.layout().lane(counter, recordAll.count());
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
        .request(bus, recordings, settings.timeout(), span)
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
