package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.InvalidInput;
import io.quipu.kind.Draft;
import io.quipu.kind.InvalidDraft;
import io.quipu.web.MediaTypes;
import io.quipu.web.Resource;
import io.quipu.web.Response;
import io.quipu.web.RoutedRequest;
import io.quipu.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
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
    routes.json(HttpMethod.POST, "/v1/events", this::record, AwaitedVerdicts.CONFIRM);
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
              request.hold(events.size() * EVENT_BYTES);
              return record(events, type, confirmed);
            });
  }

  private static List<Draft> parse(String type, Buffer body) {
    return switch (type) {
      case MediaTypes.NDJSON -> EventsInput.lines(body);
      case MediaTypes.CLOUD_EVENTS -> EventsInput.cloudEvents(body);
      default -> EventsInput.array(body);
    };
  }

  private Future<Response> record(List<Draft> drafts, String type, boolean confirmed) {
    List<CounterName> counters = drafts.stream().map(Draft::counter).toList();
    return backend
        .namespaces(EventsInput.EVENTS, counters)
        .map(
            found -> {
              try {
                return new BulkRecording(drafts, backend.kinds(), found, confirmed);
              } catch (InvalidDraft invalid) {
                throw EventsInput.notAccepted(invalid, names(type));
              }
            })
        .compose(recording -> recording.record(backend));
  }

  /** What the members of an event are called in a body of this type. */
  private static UnaryOperator<InvalidInput> names(String type) {
    return type.equals(MediaTypes.CLOUD_EVENTS) ? CloudEventInput::named : UnaryOperator.identity();
  }
}
