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
   * @param variables the indexes of the variables in the path, see {@link PathTemplate#variables}
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

  /** Returns the channel of the connection, for features that the API of Vert.x lacks. */
  public Channel channel() {
    return ((ConnectionBase) http().connection()).channelHandlerContext().channel();
  }

  /** Returns the address that identifies a sender: of IPv6 only the network of 64 bits. */
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

  /** The span that contains all work for the request. */
  public Span span() {
    return writer.span();
  }

  /** Returns the caller; null if no credentials were asked for. */
  public @Nullable Principal principal() {
    return principal;
  }

  /** Sets the caller. */
  public void sentBy(Principal who) {
    principal = who;
  }

  /** Stops reading the request until it is resumed or answered. */
  void pause() {
    paused = true;
    http().pause();
  }

  /** Reads on, if the request was paused. */
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
   * Reads and parses the body. A large body is parsed on a worker, so that the event loop is free.
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

  /** Reads a body that must be empty; fails with an {@link InvalidInput} if it is not. */
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
   * Reads and parses a body that may be compressed with gzip. A compressed body is parsed on a
   * worker.
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
   * Holds more bytes until the request is answered. Used if a small body becomes much larger data.
   *
   * @throws Rejection if there is no room for the bytes; so nothing may be recorded before the call
   */
  public void hold(long bytes) {
    if (!held.take(ByteBudget.Use.LARGE_BODY, bytes)) {
      throw RequestBody.tooMuch();
    }
  }

  /**
   * Holds the memory of a large head until the request is answered; false if the head is small.
   *
   * @throws Rejection if there is no room for the head; so nothing may be recorded before the call
   */
  boolean holdHead() {
    long bytes = LargeHeads.bytes(channel(), http().headers());
    if (bytes > 0) {
      hold(bytes);
    }
    return bytes > 0;
  }

  /** Holds the large head of a request that is taken over, until its connection closes. */
  void holdHeadUntilClosed() {
    if (holdHead()) {
      channel().closeFuture().addListener(closed -> held.end());
    }
  }

  /** Runs {@code task} if the caller disconnects before the answer. */
  public void whenGone(Runnable task) {
    context.addEndHandler(
        ended -> {
          if (ended.failed()) {
            task.run();
          }
        });
  }

  /** Answers a request that was taken over. {@link Routes} answers for an {@link Action}. */
  public void respond(Response response) {
    resume();
    held.end();
    writer.write(response);
  }

  /** Answers with the problem of a failure. */
  public void fail(Throwable failure) {
    resume();
    held.end();
    FailureHandler.fail(context, writer, failure);
  }
}
