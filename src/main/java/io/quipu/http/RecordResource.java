package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Namespace;
import io.quipu.ingest.Append;
import io.quipu.ingest.AppendOutcome.Recorded;
import io.quipu.query.Verdict;
import io.quipu.web.MediaTypes;
import io.quipu.web.Problem;
import io.quipu.web.ProblemType;
import io.quipu.web.Rejection;
import io.quipu.web.Resource;
import io.quipu.web.Response;
import io.quipu.web.RoutedRequest;
import io.quipu.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records events of one counter: an empty body, an object or an array of objects. */
final class RecordResource implements Resource {
  private final Backend backend;

  RecordResource(Backend backend) {
    this.backend = backend;
  }

  @Override
  public void mount(Routes routes) {
    routes.json(
        HttpMethod.POST,
        "/v1/counters/{namespace}/{counter}/events",
        this::record,
        AwaitedVerdicts.CONFIRM);
  }

  private Future<Response> record(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    boolean confirmed =
        request.query().get(AwaitedVerdicts.CONFIRM).map(AwaitedVerdicts::isWanted).orElse(false);
    String key = IdempotencyKey.of(request.http());
    String type = MediaTypes.inflatedBodyType(request.http());
    return request
        .readInflated(body -> withKey(key, events(type, body)))
        .compose(sent -> append(counter, sent, confirmed));
  }

  private static SentEvents events(String type, Buffer body) {
    if (body.length() == 0) {
      return SentEvents.ONE;
    }
    MediaTypes.requireBodyType(type, MediaTypes.JSON);
    return EventsInput.events(body);
  }

  private static SentEvents withKey(@Nullable String key, SentEvents sent) {
    if (key == null) {
      return sent;
    }
    Event event = sent.events().get(0);
    if (sent.events().size() > 1) {
      throw invalidKey(IdempotencyKey.HEADER + " can name a single event only");
    }
    if (event.id() != null && !event.id().equals(key)) {
      throw invalidKey(IdempotencyKey.HEADER + " differs from the id of the event");
    }
    try {
      return new SentEvents(List.of(new Event(event.delta(), key)), sent.isArray());
    } catch (InvalidInput e) {
      throw invalidKey(e.detail());
    }
  }

  private static Rejection invalidKey(String detail) {
    return new Rejection(Problem.of(ProblemType.INVALID_EVENT, IdempotencyKey.HEADER, detail));
  }

  private Future<Response> append(CounterName counter, SentEvents sent, boolean confirmed) {
    return backend
        .namespace(counter.namespace())
        .map(
            found -> {
              check(found, sent);
              return NamespaceRules.append(found, counter, sent.events(), confirmed);
            })
        .compose(append -> append(append, sent.isArray()));
  }

  private static void check(Namespace namespace, SentEvents sent) {
    if (!sent.isArray()) {
      NamespaceRules.check(namespace, sent.events().get(0));
      return;
    }
    for (int i = 0; i < sent.events().size(); i++) {
      NamespaceRules.check(namespace, sent.events().get(i), i);
    }
  }

  private Future<Response> append(Append append, boolean isArray) {
    return append.rowsWanted()
        ? appendAndConfirm(append, isArray)
        : backend
            .append(append)
            .map(recorded -> RecordedResponse.of(append.events().size(), recorded.at()));
  }

  private Future<Response> appendAndConfirm(Append append, boolean isArray) {
    AwaitedVerdicts awaited = AwaitedVerdicts.begin(backend);
    return backend
        .append(append)
        .compose(
            recorded ->
                awaited
                    .verdicts(append, recorded)
                    .map(verdicts -> response(recorded, verdicts, isArray)));
  }

  private static Response response(Recorded recorded, List<Verdict> verdicts, boolean isArray) {
    return isArray
        ? RecordedResponse.of(recorded.at(), verdicts)
        : RecordedResponse.of(recorded.at(), verdicts.get(0));
  }
}
