package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Namespace;
import io.quipu.ingest.Append;
import io.quipu.ingest.AppendOutcome.Recorded;
import io.quipu.query.Verdict;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
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

  private Future<Answer> record(Exchange exchange) {
    CounterName counter = exchange.counter();
    boolean confirmed = AwaitedVerdicts.isWanted(exchange.query());
    HttpServerRequest request = exchange.request();
    String key = IdempotencyKey.of(request);
    String type = MediaTypes.bodyType(request);
    return exchange
        .read(body -> withKey(key, events(type, body)))
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

  private Future<Answer> append(CounterName counter, SentEvents sent, boolean confirmed) {
    return backend
        .namespace(counter.namespace())
        .map(
            found -> {
              check(found, sent);
              return Admission.append(found, counter, sent.events(), confirmed);
            })
        .compose(append -> append(append, sent.isArray()));
  }

  private static void check(Namespace namespace, SentEvents sent) {
    if (!sent.isArray()) {
      Admission.check(namespace, sent.events().get(0));
      return;
    }
    for (int i = 0; i < sent.events().size(); i++) {
      Admission.check(namespace, sent.events().get(i), i);
    }
  }

  private Future<Answer> append(Append append, boolean isArray) {
    AwaitedVerdicts awaited = AwaitedVerdicts.begin(backend);
    return backend
        .append(append)
        .compose(
            outcome -> {
              Recorded recorded = RecordProblem.requireRecorded(outcome);
              return append.rowsWanted()
                  ? awaited
                      .verdicts(append, recorded)
                      .map(verdicts -> answer(recorded, verdicts, isArray))
                  : Future.succeededFuture(
                      RecordedAnswer.of(append.events().size(), recorded.at()));
            });
  }

  private static Answer answer(Recorded recorded, List<Verdict> verdicts, boolean isArray) {
    return isArray
        ? RecordedAnswer.of(recorded.at(), verdicts)
        : RecordedAnswer.of(recorded.at(), verdicts.get(0));
  }
}
