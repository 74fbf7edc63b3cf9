package io.quipu.edge.web;

import io.netty.channel.Channel;
import io.quipu.edge.guard.Bodies;
import io.quipu.edge.guard.ByteBudget;
import io.quipu.edge.guard.Connections;
import io.quipu.edge.guard.ContentCoding;
import io.quipu.edge.guard.Gunzip;
import io.quipu.edge.guard.HeldBytes;
import io.quipu.edge.guard.LargeHeads;
import io.quipu.edge.guard.RequestBody;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.engine.model.InvalidInput;
import io.quipu.ops.trace.Span;
import io.quipu.service.auth.Principal;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request that found its route, and the way to answer it. Confined to its context. */
public final class RoutedRequest {
  private final RoutingContext context;
  private final ResponseWriter writer;
  private final Map<String, Integer> variables;
  private final RawPath path;
  private final Bodies bodies;
  private final HeldBytes held;
  private Query query = Query.NONE;
  private @Nullable Principal principal;
  private boolean paused;

  /**
   * @param variables where they stand in the path, see {@link PathTemplate#variables}
   */
  RoutedRequest(
      RoutingContext context,
      ResponseWriter writer,
      Map<String, Integer> variables,
      Bodies bodies) {
    this.context = context;
    this.writer = writer;
    this.variables = variables;
    this.path = RawPath.of(context.request().path());
    this.bodies = bodies;
    this.held = new HeldBytes(bodies.budget());
  }

  public HttpServerRequest http() {
    return context.request();
  }

  /** Returns the channel of the connection, for what the API of Vert.x does not have. */
  public Channel channel() {
    return ((ConnectionBase) http().connection()).channelHandlerContext().channel();
  }

  /** Returns the address by which senders are told apart: of IPv6 the network of 64 bits. */
  public String address() {
    return Long.toHexString(Connections.key(channel().remoteAddress()));
  }

  /** Tells whether the request comes from this machine, or from this pod. */
  public boolean isFromLoopback() {
    return Connections.isLoopback(channel().remoteAddress());
  }

  /** The id of the request, in the response and in the log. */
  public String id() {
    return writer.id();
  }

  /** Of which whatever is done for it is a part. */
  public Span span() {
    return writer.span();
  }

  /** Returns the caller; null where nobody was asked. */
  public @Nullable Principal principal() {
    return principal;
  }

  /** From now on it is known who sent it. */
  public void sentBy(Principal who) {
    principal = who;
  }

  /** Reads nothing more of it until it is resumed, or answered. */
  void pause() {
    paused = true;
    http().pause();
  }

  /** Goes on with reading, if that was paused. */
  void resume() {
    if (paused) {
      paused = false;
      http().resume();
    }
  }

  /**
   * Reads the query string.
   *
   * @throws InvalidInput naming a parameter that is not allowed, or badly written
   */
  void readQuery(Set<String> allowed) {
    query = Query.of(http().query(), allowed);
  }

  /** The parameters, all of them known to the route. */
  public Query query() {
    return query;
  }

  /**
   * Returns the segment of the path for {@code {variable}}, as it was sent.
   *
   * @param variable one that the template has
   */
  public String segment(String variable) {
    return path.segment(indexOf(variable));
  }

  /** Returns the segments at the open end of the template, as they were sent. */
  public String rest() {
    return path.from(indexOf(PathTemplate.REST));
  }

  private int indexOf(String variable) {
    return Objects.requireNonNull(variables.get(variable), variable);
  }

  /**
   * Reads the body and parses it; a large one on a worker, so that the event loop stays free.
   *
   * @param parser pure; fails with a {@link Rejection} or an {@link InvalidInput}
   */
  public <T> Future<T> read(Function<Buffer, T> parser) {
    return readBody()
        .compose(
            body ->
                body.length() > RequestBody.SMALL_BYTES
                    ? onWorker(() -> parser.apply(body))
                    : Future.succeededFuture(parser.apply(body)));
  }

  /** Reads the body, which must be empty: fails with one that names it if it is not. */
  public Future<Void> readNothing() {
    return read(
        body -> {
          if (body.length() > 0) {
            throw new InvalidInput(JsonInput.BODY, "the body must be empty");
          }
          return null;
        });
  }

  /**
   * Reads and parses a body that may be compressed with gzip; on a worker if it is.
   *
   * @param parser pure; fails with a {@link Rejection} or an {@link InvalidInput}
   */
  public <T> Future<T> readInflated(Function<Buffer, T> parser) {
    return switch (ContentCoding.of(http())) {
      case IDENTITY -> read(parser);
      case UNSUPPORTED -> Future.failedFuture(ContentCoding.unsupported());
      case GZIP ->
          readBody()
              .compose(
                  body ->
                      body.length() == 0
                          ? Future.succeededFuture(parser.apply(body))
                          : onWorker(() -> parser.apply(Gunzip.inflate(body, held))));
    };
  }

  private Future<Buffer> readBody() {
    return RequestBody.read(http(), bodies.deadlines(), held);
  }

  private <T> Future<T> onWorker(Callable<T> parsing) {
    return context.vertx().executeBlocking(parsing, false);
  }

  /**
   * Holds some bytes more until the request is answered: for what is made of a small body and is
   * much larger.
   *
   * @throws Rejection if there is no room for them; nothing may have been written then
   */
  public void hold(long bytes) {
    if (!held.take(ByteBudget.Use.LARGE_BODY, bytes)) {
      throw RequestBody.tooMuch();
    }
  }

  /**
   * Holds what a large head takes until the request is answered; whether it is one.
   *
   * @throws Rejection if there is no room for it; nothing may have been written then
   */
  boolean holdHead() {
    long bytes = LargeHeads.bytes(channel(), http().headers());
    if (bytes > 0) {
      hold(bytes);
    }
    return bytes > 0;
  }

  /** Holds the head of a request that is taken over: it stays as long as its connection. */
  void holdHeadUntilClosed() {
    if (holdHead()) {
      channel().closeFuture().addListener(closed -> held.end());
    }
  }

  /** Runs {@code task} if the caller goes before there is an answer. */
  public void whenGone(Runnable task) {
    context.addEndHandler(
        ended -> {
          if (ended.failed()) {
            task.run();
          }
        });
  }

  /** Answers a request that a route took over; those of an {@link Action} are answered for it. */
  public void respond(Response response) {
    resume();
    held.end();
    writer.write(response);
  }

  /** Answers with the problem that a failure stands for. */
  public void fail(Throwable failure) {
    resume();
    held.end();
    FailureHandler.fail(context, writer, failure);
  }
}
