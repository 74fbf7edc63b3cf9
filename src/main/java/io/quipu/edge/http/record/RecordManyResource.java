package io.quipu.edge.http.record;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.response.Response;
import io.quipu.edge.response.ServiceProblems;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.service.Asker;
import io.quipu.service.AwaitedVerdicts;
import io.quipu.service.CounterService;
import io.quipu.service.access.Permissions;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Records events of many counters: a JSON array, NDJSON, or CloudEvents in any of their modes. */
public record RecordManyResource(CounterService service, RouteAccess access) implements Resource {
  /** The memory of an event besides its text, in bytes: objects, and entries in maps and lists. */
  private static final long EVENT_BYTES = 500;

  /**
   * The format of the events of a request.
   *
   * @param names replaces the member that an error names by the name of that member in this format
   */
  private record Format(Function<Buffer, SentDrafts> parse, UnaryOperator<InvalidInput> names) {
    private static Format list(
        Function<Buffer, List<Draft>> parse, UnaryOperator<InvalidInput> names) {
      return new Format(parse.andThen(SentDrafts::list), names);
    }
  }

  @Override
  public void mount(Routes routes) {
    routes.json(
        HttpMethod.POST,
        "/v1/events",
        access.somewhere(Right.RECORD),
        Set.of(Routes.IDEMPOTENCY_KEY),
        this::record,
        AwaitedVerdicts.CONFIRM);
  }

  private Future<Response> record(RoutedRequest request) {
    boolean confirmed =
        request.query().get(AwaitedVerdicts.CONFIRM).map(AwaitedVerdicts::isWanted).orElse(false);
    Format format = format(request.http());
    IdempotencyKey key = IdempotencyKey.of(request.http());
    return request
        .readInflated(format.parse().andThen(key::in))
        .compose(
            sent -> {
              List<Draft> events = sent.drafts();
              if (events.isEmpty()) {
                return Future.succeededFuture(RecordedResponse.ofNone(confirmed));
              }
              Asker asker = access.asker(request);
              asker.payAsCaller(events.size());
              requirePermission(request, events);
              asker.payOfEach(events, event -> event.counter().namespace());
              request.hold(events.size() * EVENT_BYTES);
              return record(request, sent, key, format, confirmed);
            });
  }

  /** Checks each event before any lookup, so that a refused caller learns nothing of the data. */
  private static void requirePermission(RoutedRequest request, List<Draft> events) {
    Caller caller = RequestAudit.caller(request);
    if (caller.isUnbounded()) {
      return;
    }
    for (Draft event : events) {
      ServiceFailure objection = Permissions.objection(caller, event.counter(), event);
      if (objection != null) {
        throw RequestAudit.denied(
            request, EventsInput.inItsPlace(event, ServiceProblems.problem(objection)).problem());
      }
    }
  }

  private static Format format(HttpServerRequest request) {
    String type = MediaTypes.inflatedBodyType(request);
    if (CloudEventHeaders.areIn(request.headers(), type)) {
      if (!type.isEmpty() && !CloudEventData.isJson(type)) {
        MediaTypes.requireBodyType(type, MediaTypes.JSON);
      }
      Map<String, String> attributes = CloudEventHeaders.attributes(request.headers());
      return new Format(
          body -> EventsInput.cloudEvent(attributes, body), CloudEventInput::namedInHeaders);
    }
    MediaTypes.requireBodyType(
        type, MediaTypes.JSON, MediaTypes.NDJSON, MediaTypes.CLOUD_EVENTS, MediaTypes.CLOUD_EVENT);
    return switch (type) {
      case MediaTypes.NDJSON -> Format.list(EventsInput::lines, UnaryOperator.identity());
      case MediaTypes.CLOUD_EVENTS -> Format.list(EventsInput::cloudEvents, CloudEventInput::named);
      case MediaTypes.CLOUD_EVENT -> new Format(EventsInput::cloudEvent, CloudEventInput::named);
      default -> Format.list(EventsInput::array, UnaryOperator.identity());
    };
  }

  private Future<Response> record(
      RoutedRequest request,
      SentDrafts sent,
      IdempotencyKey key,
      Format format,
      boolean confirmed) {
    List<CounterName> counters = sent.drafts().stream().map(Draft::counter).toList();
    Future<BulkRecording> accepted =
        namespaces(sent, counters)
            .compose(
                some ->
                    service
                        .namespaces()
                        .use(
                            some,
                            found -> {
                              found.values().forEach(key::requireRemembered);
                              return accepted(request, sent, found, confirmed);
                            }));
    return key.named(
        EventsInput.orRejected(accepted, key.names(format.names()))
            .compose(recording -> recording.record(service, request.span())));
  }

  private Future<Map<String, Namespace>> namespaces(SentDrafts sent, List<CounterName> counters) {
    return sent.isArray()
        ? service.namespaces().of(EventsInput.EVENTS, counters)
        : service
            .namespaces()
            .find(counters.get(0).namespace())
            .map(namespace -> Map.of(namespace.name(), namespace));
  }

  private Future<BulkRecording> accepted(
      RoutedRequest request,
      SentDrafts sent,
      Map<String, Namespace> namespaces,
      boolean confirmed) {
    BulkRecording recording = new BulkRecording(sent, service.times(), namespaces, confirmed);
    if (!service.newCounters().areBounded()) {
      return Future.succeededFuture(recording);
    }
    List<KnownCounter> known =
        sent.drafts().stream()
            .map(Draft::counter)
            .distinct()
            .map(
                counter ->
                    new KnownCounter(
                        counter, Objects.requireNonNull(namespaces.get(counter.namespace()))))
            .toList();
    return service
        .newCounters()
        .admit(RequestAudit.caller(request), request.address(), known)
        .map(recording);
  }
}
