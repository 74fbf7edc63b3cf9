package io.quipu.edge.http;

import io.quipu.edge.http.access.Audit;
import io.quipu.edge.http.access.Permissions;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.query.Verdict;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.Right;
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
        backend.access().toCounter(Right.RECORD),
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
        .readInflated(body -> withKey(key, drafts(type, body)))
        .compose(sent -> record(request, counter, permitted(request, counter, sent), confirmed));
  }

  private SentDrafts permitted(RoutedRequest request, CounterName counter, SentDrafts sent) {
    Caller caller = Permissions.caller(request);
    if (caller.grant().onlyOne()) {
      for (Draft draft : sent.drafts()) {
        Problem objection = Permissions.objection(caller, counter, draft);
        if (objection != null) {
          throw Audit.denied(request, objection);
        }
      }
    }
    backend.access().charges().takeMore(request, counter.namespace(), sent.drafts().size() - 1);
    return sent;
  }

  private static SentDrafts drafts(String type, Buffer body) {
    if (body.length() == 0) {
      return SentDrafts.single(new Draft());
    }
    MediaTypes.requireBodyType(type, MediaTypes.JSON);
    return EventsInput.events(body);
  }

  private static SentDrafts withKey(@Nullable String key, SentDrafts sent) {
    if (key == null) {
      return sent;
    }
    Draft draft = sent.drafts().get(0);
    if (sent.drafts().size() > 1) {
      throw invalidKey(IdempotencyKey.HEADER + " can name a single event only");
    }
    if (draft.id() != null && !draft.id().equals(key)) {
      throw invalidKey(IdempotencyKey.HEADER + " differs from the id of the event");
    }
    try {
      Event.checkId("id", key);
    } catch (InvalidInput e) {
      throw invalidKey(e.detail());
    }
    draft.named(key);
    return sent;
  }

  private static Rejection invalidKey(String detail) {
    return new Rejection(Problem.of(ProblemType.INVALID_EVENT, IdempotencyKey.HEADER, detail));
  }

  private Future<Response> record(
      RoutedRequest request, CounterName counter, SentDrafts sent, boolean confirmed) {
    Future<Namespace> found = backend.namespace(counter.namespace());
    Future<Recording> accepted =
        backend.newCounters().areBounded()
            ? found.compose(
                namespace ->
                    admitted(request, new KnownCounter(counter, namespace), sent, confirmed))
            : found.map(namespace -> backend.accept(namespace, counter, sent.drafts(), confirmed));
    return accepted.compose(
        recording ->
            confirmed
                ? recordAndConfirm(request, recording, sent.isArray())
                : backend
                    .record(recording, request.span())
                    .map(recorded -> RecordedResponse.of(recording.size(), recorded)));
  }

  /** What is wrong is said first: it begins no counter. */
  private Future<Recording> admitted(
      RoutedRequest request, KnownCounter counter, SentDrafts sent, boolean confirmed) {
    Recording recording =
        backend.accept(counter.namespace(), counter.name(), sent.drafts(), confirmed);
    return backend
        .newCounters()
        .admit(Permissions.caller(request), request.address(), List.of(counter))
        .map(recording);
  }

  private Future<Response> recordAndConfirm(
      RoutedRequest request, Recording recording, boolean isArray) {
    AwaitedVerdicts awaited = AwaitedVerdicts.begin(backend);
    return backend
        .record(recording, request.span())
        .compose(
            recorded ->
                awaited
                    .verdicts(recording, recorded)
                    .map(verdicts -> response(recorded, verdicts, isArray)));
  }

  private static Response response(Recorded recorded, List<Verdict> verdicts, boolean isArray) {
    return isArray
        ? RecordedResponse.of(recorded.at(), verdicts)
        : RecordedResponse.of(recorded.at(), verdicts.get(0));
  }
}
