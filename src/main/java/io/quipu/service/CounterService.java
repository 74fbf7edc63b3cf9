package io.quipu.service;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.trace.Span;
import io.quipu.service.access.Access;
import io.quipu.service.bus.BatchedRequests;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.verticles.KnownGroupTime;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;

/**
 * The application service. All protocols (HTTP, live connections, RESP, Kafka) call this service to
 * record, read and reset counters. A failure that a caller must know about is a {@link
 * ServiceFailure} or an {@link InvalidInput}; any other failure is a defect. Confined to one
 * context.
 */
public final class CounterService {
  private final ServiceSettings settings;
  private final Scheduler scheduler;
  private final Access access;
  private final NamespaceService administration;
  private final KnownNamespaces namespaces;
  private final KeyService keys;
  private final Questions questions;
  private final KnownGroupTime groupTime;
  private final RecordService records;

  /**
   * @param context the context to which this service is confined
   */
  public CounterService(Context context, ServiceSettings settings) {
    EventBus bus = context.owner().eventBus();
    this.settings = settings;
    this.scheduler = new ContextScheduler(context);
    this.access = new Access(settings.access(), bus, settings.clock(), settings.timeout());
    this.administration = new NamespaceService(bus, settings, scheduler);
    this.namespaces = administration.known();
    this.keys = new KeyService(bus, settings.timeout());
    this.questions = new Questions(bus, settings, namespaces);
    this.groupTime = KnownGroupTime.heard(bus, settings.clock());
    NewCounters newCounters =
        new NewCounters(
            access,
            namespaces::find,
            (counters, each) -> questions.counts(counters, Asker.SERVICE, each));
    this.records = new RecordService(context, settings, namespaces, newCounters, groupTime);
  }

  public Clock clock() {
    return settings.clock();
  }

  /** Runs tasks on the context of this service. */
  public Scheduler scheduler() {
    return scheduler;
  }

  /** Finds callers by their credentials, and applies their rate limits. */
  public Access access() {
    return access;
  }

  /** Finds namespaces. */
  public KnownNamespaces namespaces() {
    return namespaces;
  }

  /** Lists, creates, changes and deletes namespaces, and purges their counters. */
  public NamespaceService administration() {
    return administration;
  }

  /** Records events. */
  public RecordService records() {
    return records;
  }

  /** Answers questions about counters. */
  public Questions questions() {
    return questions;
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
    return settings.timeout();
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
      return administration
          .purge(named)
          .map(at -> new Recorded(at.boundary()))
          .recover(
              failure ->
                  Future.failedFuture(
                      ServiceFailure.is(failure, Reason.OUTCOME_UNKNOWN) ? unknown() : failure));
    }
    return records
        .recordAll(records.ingestInstanceOf(counter), List.of(reset), request)
        .map(outcomes -> outcomes.get(0))
        .map(
            outcome -> {
              if (outcome instanceof OutcomeUnknown) {
                throw unknown();
              }
              return RecordService.acknowledgement(outcome);
            });
  }

  private static ServiceFailure unknown() {
    return new ServiceFailure(
        Reason.OUTCOME_UNKNOWN,
        "The counter may or may not have been reset, or some of its shards only. Reset it again.");
  }
}
