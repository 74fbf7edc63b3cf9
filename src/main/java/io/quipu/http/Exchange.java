package io.quipu.http;

import io.quipu.counter.CounterName;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Function;

/** One request that found its route, and the way to answer it. Confined to its context. */
public final class Exchange {
  private final Vertx vertx;
  private final HttpServerRequest request;
  private final Reply reply;
  private final CounterPath path;
  private final Template template;
  private final Query query;
  private final LargeBodies large;

  Exchange(
      Vertx vertx,
      HttpServerRequest request,
      Reply reply,
      CounterPath path,
      Template template,
      Query query,
      LargeBodies large) {
    this.vertx = vertx;
    this.request = request;
    this.reply = reply;
    this.path = path;
    this.template = template;
    this.query = query;
    this.large = large;
  }

  public HttpServerRequest request() {
    return request;
  }

  /** The id of the request, in the answer and in the log. */
  public String id() {
    return reply.id();
  }

  /** The parameters, all of them known to the route. */
  public Query query() {
    return query;
  }

  /**
   * The {@code {namespace}} of the path.
   *
   * @throws io.quipu.counter.InvalidInput naming {@code namespace}
   */
  public String namespace() {
    return path.namespace(template.indexOf("namespace"));
  }

  /**
   * The {@code {namespace}} and {@code {counter}} of the path.
   *
   * @throws io.quipu.counter.InvalidInput naming {@code namespace} or {@code counter}
   */
  public CounterName counter() {
    return path.counter(template.indexOf("namespace"), template.indexOf("counter"));
  }

  /** What stands for the open end of the template, raw. */
  String rest() {
    int from = template.segments().size() - 1;
    return String.join("/", path.segments().subList(from, path.length()));
  }

  /**
   * Reads the body and parses it; a large one on a worker, so that the event loop stays free.
   *
   * @param parser pure; fails with a {@link Rejection} or an {@link io.quipu.counter.InvalidInput}
   */
  <T> Future<T> read(Function<Buffer, T> parser) {
    return Body.read(vertx, request, large)
        .compose(
            body ->
                body.length() > LargeBodies.FROM_BYTES
                    ? vertx.executeBlocking(() -> parser.apply(body), false)
                    : Future.succeededFuture(parser.apply(body)));
  }

  /** Answers a request that a route took over; those of an {@link Action} are answered for it. */
  public void answer(Answer answer) {
    reply.send(answer);
  }

  /** Answers with the problem that a failure stands for. */
  public void fail(Throwable failure) {
    reply.fail(failure);
  }
}
