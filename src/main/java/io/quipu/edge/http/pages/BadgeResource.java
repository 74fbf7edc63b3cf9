package io.quipu.edge.http.pages;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.http.read.PublicResource;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.EntityTag;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Publicity;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.HexFormat;

/** Serves a count as a small picture. Pages of other sites may show counts of public namespaces. */
public record BadgeResource(CounterService service, RouteAccess access) implements PublicResource {
  private static final String LABEL = "label";
  private static final int MOST_LABEL = 100;
  private static final CharSequence PICTURE = HttpHeaders.createOptimized("image/svg+xml");
  private static final CharSequence FOR_ALL = HttpHeaders.createOptimized("public, max-age=10");
  private static final CharSequence FOR_ONE = HttpHeaders.createOptimized("private, no-cache");
  private static final CharSequence EMBEDDING =
      HttpHeaders.createOptimized("Cross-Origin-Resource-Policy");
  private static final CharSequence POLICY = HttpHeaders.createOptimized("Content-Security-Policy");
  private static final CharSequence NOTHING =
      HttpHeaders.createOptimized("default-src 'none'; sandbox");

  @Override
  public void mount(Routes routes, RouteAccess readers) {
    routes.picture(
        "/v1/counters/{namespace}/{counter}/badge.svg", readers.toShown(), this::read, LABEL);
  }

  private Future<Response> read(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    String label = request.query().get(LABEL).orElse(counter.name());
    if (label.codePointCount(0, label.length()) > MOST_LABEL
        && request.query().get(LABEL).isPresent()) {
      throw new InvalidInput(LABEL, "label has more than " + MOST_LABEL + " characters");
    }
    return service
        .namespaces()
        .known(counter)
        .compose(
            known ->
                service
                    .questions()
                    .answer(new Question.Count(known), access.asker(request))
                    .map(answer -> response(known.namespace(), answer, label)));
  }

  private static Response response(Namespace namespace, Answer answer, String label) {
    boolean shown = Publicity.isRead(namespace);
    EntityTag tag =
        EntityTag.ofState(
            answer.versionOfLife() + "-" + HexFormat.of().toHexDigits(label.hashCode()));
    Response response = Response.of(200, PICTURE, Buffer.buffer(Badge.of(label, answer.number())));
    return (shown ? response.forEveryOrigin() : response)
        .cached(shown ? FOR_ALL : FOR_ONE)
        .with(HttpHeaders.ETAG, tag.text())
        .with(POLICY, NOTHING)
        .with(EMBEDDING, shown ? "cross-origin" : "same-origin");
  }
}
