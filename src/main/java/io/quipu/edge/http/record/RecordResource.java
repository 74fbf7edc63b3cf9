package io.quipu.edge.http.record;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.query.Verdict;
import io.quipu.service.AwaitedVerdicts;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Records events of one counter. The body is empty, an object or an array of objects. */
public record RecordResource(CounterService service, RouteAccess access) implements Resource {
  @Override
  public void mount(Routes routes) {
    routes.json(
        HttpMethod.POST,
        "/v1/counters/{namespace}/{counter}/events",
        access.toCounter(Right.RECORD),
        Set.of(Routes.IDEMPOTENCY_KEY),
        this::record,
        AwaitedVerdicts.CONFIRM);
  }

  private Future<Response> record(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    boolean confirmed =
        request.query().get(AwaitedVerdicts.CONFIRM).map(AwaitedVerdicts::isWanted).orElse(false);
    CloudEventHeaders.requireNone(request.http().headers());
    IdempotencyKey key = IdempotencyKey.of(request.http());
    String type = MediaTypes.inflatedBodyType(request.http());
    return request
        .readInflated(body -> key.in(drafts(type, body)))
        .compose(sent -> record(request, counter, sent, key, confirmed));
  }

  private static SentDrafts drafts(String type, Buffer body) {
    if (body.length() == 0 && !MediaTypes.isOfEvents(type)) {
      return SentDrafts.single(new Draft());
    }
    MediaTypes.requireBodyType(type, MediaTypes.JSON);
    return EventsInput.events(body);
  }

  private Future<Response> record(
      RoutedRequest request,
      CounterName counter,
      SentDrafts sent,
      IdempotencyKey key,
      boolean confirmed) {
    Future<Recording> accepted =
        service
            .records()
            .admit(
                access.asker(request),
                counter,
                sent.drafts(),
                events -> {
                  key.requireRemembered(events.counter().namespace());
                  return events.accept(confirmed);
                });
    return key.named(
        EventsInput.orRejected(request, accepted, key.names(UnaryOperator.identity()))
            .compose(recording -> record(request, recording, sent, confirmed)));
  }

  private Future<Response> record(
      RoutedRequest request, Recording recording, SentDrafts sent, boolean confirmed) {
    return confirmed
        ? AwaitedVerdicts.begin(service)
            .verdicts(
                recording,
                service.records().record(recording, request.span()),
                (recorded, verdicts) -> response(recorded, verdicts, sent))
        : service
            .records()
            .record(recording, request.span())
            .map(recorded -> RecordedResponse.of(sent.events(), recorded));
  }

  private static Response response(Recorded recorded, List<Verdict> verdicts, SentDrafts sent) {
    return sent.isArray()
        ? RecordedResponse.of(sent.events(), recorded.at(), verdicts)
        : RecordedResponse.of(sent.events(), recorded.at(), verdicts.get(0));
  }
}
