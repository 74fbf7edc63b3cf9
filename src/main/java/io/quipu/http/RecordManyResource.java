package io.quipu.http;

import io.quipu.auth.Caller;
import io.quipu.auth.Right;
import io.quipu.counter.CounterName;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.KnownCounter;
import io.quipu.counter.Namespace;
import io.quipu.http.access.Audit;
import io.quipu.http.access.Permissions;
import io.quipu.kind.Draft;
import io.quipu.kind.InvalidDraft;
import io.quipu.web.MediaTypes;
import io.quipu.web.Problem;
import io.quipu.web.Resource;
import io.quipu.web.Response;
import io.quipu.web.RoutedRequest;
import io.quipu.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Records events of many counters: a JSON array, NDJSON or a batch of CloudEvents. */
final class RecordManyResource implements Resource {
  /** What an event takes on its way, besides its text: objects, their places in maps and lists. */
  private static final long EVENT_BYTES = 500;

  private final Backend backend;

  RecordManyResource(Backend backend) {
    this.backend = backend;
  }

  @Override
  public void mount(Routes routes) {
    routes.json(
        HttpMethod.POST,
        "/v1/events",
        backend.access().somewhere(Right.RECORD),
        this::record,
        AwaitedVerdicts.CONFIRM);
  }

  private Future<Response> record(RoutedRequest request) {
    boolean confirmed =
        request.query().get(AwaitedVerdicts.CONFIRM).map(AwaitedVerdicts::isWanted).orElse(false);
    String type = MediaTypes.inflatedBodyType(request.http());
    MediaTypes.requireBodyType(type, MediaTypes.JSON, MediaTypes.NDJSON, MediaTypes.CLOUD_EVENTS);
    return request
        .readInflated(body -> parse(type, body))
        .compose(
            events -> {
              requirePermission(request, events);
              backend.access().charges().takeMore(request, events.size() - 1);
              chargeNamespaces(events);
              request.hold(events.size() * EVENT_BYTES);
              return record(request, events, type, confirmed);
            });
  }

  /** Of each of them before anything is looked up: nobody learns what there is. */
  private static void requirePermission(RoutedRequest request, List<Draft> events) {
    Caller caller = Permissions.caller(request);
    if (caller.isUnbounded()) {
      return;
    }
    for (Draft event : events) {
      Problem objection = Permissions.objection(caller, event.counter(), event);
      if (objection != null) {
        throw Audit.denied(request, EventsInput.inItsPlace(event, objection).problem());
      }
    }
  }

  /** What one of them refuses was taken from those before it all the same. */
  private void chargeNamespaces(List<Draft> events) {
    if (backend.access().charges().areOfNamespaces()) {
      Map<String, Integer> costs = new LinkedHashMap<>();
      events.forEach(event -> costs.merge(event.counter().namespace(), 1, Integer::sum));
      costs.forEach(backend.access().charges()::take);
    }
  }

  private static List<Draft> parse(String type, Buffer body) {
    return switch (type) {
      case MediaTypes.NDJSON -> EventsInput.lines(body);
      case MediaTypes.CLOUD_EVENTS -> EventsInput.cloudEvents(body);
      default -> EventsInput.array(body);
    };
  }

  private Future<Response> record(
      RoutedRequest request, List<Draft> drafts, String type, boolean confirmed) {
    List<CounterName> counters = drafts.stream().map(Draft::counter).toList();
    return backend
        .namespaces(EventsInput.EVENTS, counters)
        .compose(
            found -> {
              BulkRecording recording = accepted(drafts, found, type, confirmed);
              return backend.newCounters().areBounded()
                  ? admitted(request, counters, found)
                      .compose(all -> recording.record(backend, request.span()))
                  : recording.record(backend, request.span());
            });
  }

  private BulkRecording accepted(
      List<Draft> drafts, Map<String, Namespace> namespaces, String type, boolean confirmed) {
    try {
      return new BulkRecording(drafts, backend.kinds(), namespaces, confirmed);
    } catch (InvalidDraft invalid) {
      throw EventsInput.notAccepted(invalid, names(type));
    }
  }

  private Future<Void> admitted(
      RoutedRequest request, List<CounterName> counters, Map<String, Namespace> namespaces) {
    List<KnownCounter> known =
        counters.stream()
            .distinct()
            .map(
                counter ->
                    new KnownCounter(
                        counter, Objects.requireNonNull(namespaces.get(counter.namespace()))))
            .toList();
    return backend.newCounters().admit(Permissions.caller(request), request.address(), known);
  }

  /** What the members of an event are called in a body of this type. */
  private static UnaryOperator<InvalidInput> names(String type) {
    return type.equals(MediaTypes.CLOUD_EVENTS) ? CloudEventInput::named : UnaryOperator.identity();
  }
}
