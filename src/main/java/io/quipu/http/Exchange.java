package io.quipu.http;

import io.quipu.counter.CounterName;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import java.util.function.Function;

/** One request that found its route, and the way to answer it. Confined to its context. */
public final class Exchange {
  private final RoutingContext context;
  private final Reply reply;
  private final Template template;
  private final CounterPath path;
  private final LargeBodies large;
  private Query query = Query.NONE;

  Exchange(RoutingContext context, Reply reply, Template template, LargeBodies large) {
    this.context = context;
    this.reply = reply;
    this.template = template;
    this.path = CounterPath.of(context.request().path());
    this.large = large;
  }

  public HttpServerRequest request() {
    return context.request();
  }

  /** The id of the request, in the answer and in the log. */
  public String id() {
    return reply.id();
  }

  /**
   * Reads the query string.
   *
   * @throws io.quipu.counter.InvalidInput naming a parameter that is not allowed, or badly written
   */
  void readQuery(Set<String> allowed) {
    query = Query.of(request().query(), allowed);
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
    return Body.read(context, large)
        .compose(
            body ->
                body.length() > LargeBodies.FROM_BYTES
                    ? context.vertx().executeBlocking(() -> parser.apply(body), false)
                    : Future.succeededFuture(parser.apply(body)));
  }

  /** Answers a request that a route took over; those of an {@link Action} are answered for it. */
  public void answer(Answer answer) {
    reply.send(answer);
  }

  /** Answers with the problem that a failure stands for. */
  public void fail(Throwable failure) {
    context.fail(failure);
  }
}
