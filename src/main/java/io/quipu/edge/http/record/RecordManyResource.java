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
import io.quipu.service.AwaitedVerdicts;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
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
            sent ->
                sent.drafts().isEmpty()
                    ? Future.succeededFuture(RecordedResponse.ofNone(confirmed))
                    : record(request, sent, key, format, confirmed));
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
    request.hold(sent.drafts().size() * EVENT_BYTES);
    Future<BulkRecording> accepted =
        service
            .records()
            .admitAll(
                access.asker(request),
                sent.isArray() ? EventsInput.EVENTS : null,
                sent.drafts(),
                (event, objection) ->
                    RequestAudit.denied(
                        request,
                        EventsInput.inItsPlace(event, ServiceProblems.problem(objection))
                            .problem()),
                found -> {
                  found.values().forEach(key::requireRemembered);
                  return new BulkRecording(sent, service.records().times(), found, confirmed);
                });
    return key.named(
        EventsInput.orRejected(request, accepted, key.names(format.names()))
            .compose(recording -> recording.record(service, request.span())));
  }
}
