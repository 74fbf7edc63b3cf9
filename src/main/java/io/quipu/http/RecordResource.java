package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.counter.InvalidInput;
import io.quipu.ingest.Append;
import io.quipu.ingest.AppendOutcome;
import io.quipu.ingest.AppendOutcome.Recorded;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Records events of one counter: an empty body, an object or an array of objects. */
final class RecordResource implements Resource {
  private final Backend backend;

  RecordResource(Backend backend) {
    this.backend = backend;
  }

  @Override
  public void mount(Routes routes) {
    routes.json(HttpMethod.POST, "/v1/counters/{namespace}/{counter}/events", this::record);
  }

  private Future<Answer> record(Exchange exchange) {
    CounterName counter = exchange.counter();
    HttpServerRequest request = exchange.request();
    String key = IdempotencyKey.of(request);
    String type = MediaTypes.bodyType(request);
    return exchange
        .read(body -> withKey(key, events(type, body)))
        .compose(events -> append(counter, events));
  }

  private static List<Event> events(String type, Buffer body) {
    if (body.length() == 0) {
      return List.of(Event.ONE);
    }
    MediaTypes.requireBodyType(type, MediaTypes.JSON);
    return EventsInput.events(body);
  }

  private static List<Event> withKey(@Nullable String key, List<Event> events) {
    if (key == null) {
      return events;
    }
    Event event = events.get(0);
    if (events.size() > 1) {
      throw invalidKey(IdempotencyKey.HEADER + " can name a single event only");
    }
    if (event.id() != null && !event.id().equals(key)) {
      throw invalidKey(IdempotencyKey.HEADER + " differs from the id of the event");
    }
    try {
      return List.of(new Event(event.delta(), key));
    } catch (InvalidInput e) {
      throw invalidKey(e.detail());
    }
  }

  private static Rejection invalidKey(String detail) {
    return new Rejection(Problem.of(ProblemType.INVALID_EVENT, IdempotencyKey.HEADER, detail));
  }

  private Future<Answer> append(CounterName counter, List<Event> events) {
    return backend
        .namespace(counter.namespace())
        .compose(found -> backend.append(new Append(counter, found.shards(), events)))
        .map(outcome -> answer(outcome, events.size()));
  }

  private static Answer answer(AppendOutcome outcome, int events) {
    if (outcome instanceof Recorded recorded) {
      return recorded(events, recorded.at());
    }
    throw new Rejection(RecordProblem.of(outcome).orElseThrow());
  }

  /** All of it is recorded. */
  static Answer recorded(int events, UUID at) {
    return Answer.json(
        201,
        Buffer.buffer("{\"status\":\"recorded\",\"events\":" + events + ",\"at\":\"" + at + "\"}"));
  }
}
