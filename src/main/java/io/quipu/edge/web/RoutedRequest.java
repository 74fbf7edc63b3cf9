package io.quipu.edge.web;

import io.netty.channel.Channel;
import io.quipu.edge.guard.body.Bodies;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.body.ContentCoding;
import io.quipu.edge.guard.body.Gunzip;
import io.quipu.edge.guard.body.HeldBytes;
import io.quipu.edge.guard.body.RequestBody;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.LargeHeads;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.engine.input.InvalidInput;
import io.quipu.ops.trace.Span;
import io.quipu.service.auth.Principal;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request of a route, and the way to answer it. Confined to the context of the request. */
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

  /** The body, for the words of a refusal; empty if it is large. */
  private Buffer small = Buffer.buffer();

  /**
   * @param variables the segment index of each variable, see {@link PathTemplate#variables}
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

  /** Returns the channel of the connection, for uses that the API of Vert.x does not offer. */
  public Channel channel() {
    return ((ConnectionBase) http().connection()).channelHandlerContext().channel();
  }

  /** Returns a text for the address of the sender: for IPv6, for the first 64 bits only. */
  public String address() {
    return Long.toHexString(Connections.key(channel().remoteAddress()));
  }

  /** Tells whether the request comes from a loopback address: from this machine, or this pod. */
  public boolean isFromLoopback() {
    return Connections.isLoopback(channel().remoteAddress());
  }

  /** The id of the request; it is also in the response and in the log. */
  public String id() {
    return writer.id();
  }

  /** The span of the request; the spans of all work for the request are within it. */
  public Span span() {
    return writer.span();
  }

  /** Returns the caller; null if the route was admitted without credentials. */
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

  /** Resumes reading, if the request was paused by {@link #pause}. */
  void resume() {
    if (paused) {
      paused = false;
      http().resume();
    }
  }

  /**
   * Reads the query string.
   *
   * @throws InvalidInput naming a parameter that is not allowed, given twice, or badly encoded
   */
  void readQuery(Set<String> allowed) {
    query = Query.of(http().query(), allowed);
  }

  /** The parameters. The route has all of them. */
  public Query query() {
    return query;
  }

  /**
   * Returns the segment of the path for {@code {variable}}, as it was sent.
   *
   * @param variable the name of a variable that the template has
   */
  public String segment(String variable) {
    return path.segment(indexOf(variable));
  }

  /** Tells whether the template of the path has a variable. */
  public boolean has(String variable) {
    return variables.containsKey(variable);
  }

  /** Returns the segments at the open end of the template, with slashes, as they were sent. */
  public String rest() {
    return path.from(indexOf(PathTemplate.REST));
  }

  private int indexOf(String variable) {
    return Objects.requireNonNull(variables.get(variable), variable);
  }

  /**
   * Reads and parses the body. A body of more than {@value RequestBody#SMALL_BYTES} bytes is parsed
   * on a worker, so that the event loop is free.
   *
   * @param parser pure; throws a {@link Rejection} or an {@link InvalidInput}
   */
  public <T> Future<T> read(Function<Buffer, T> parser) {
    return readBody()
        .compose(
            body ->
                body.length() > RequestBody.SMALL_BYTES
                    ? onWorker(() -> parser.apply(body))
                    : Future.succeededFuture(parser.apply(body)));
  }

  /** Reads a body that must be empty; fails with an {@link InvalidInput} otherwise. */
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
   * worker. Fails with a {@link Rejection} if the body has another compression.
   *
   * @param parser pure; throws a {@link Rejection} or an {@link InvalidInput}
   */
  public <T> Future<T> readInflated(Function<Buffer, T> parser) {
    return switch (ContentCoding.of(http())) {
      case IDENTITY -> read(parser);
      case UNSUPPORTED -> Future.failedFuture(ContentCoding.unsupported());
      case GZIP ->
          readBody().compose(body -> onWorker(() -> parser.apply(Gunzip.inflate(body, held))));
    };
  }

  private Future<Buffer> readBody() {
    return RequestBody.read(http(), bodies.deadlines(), held).onSuccess(this::keepSmall);
  }

  private void keepSmall(Buffer body) {
    if (body.length() <= RequestBody.SMALL_BYTES) {
      small = body;
    }
  }

  /** Makes something of an answer. Large answers are for a worker, one after the other. */
  <T> Future<T> made(Buffer answer, Function<Buffer, T> making) {
    return answer.length() > RequestBody.SMALL_BYTES
        ? context.vertx().executeBlocking(() -> making.apply(answer), true)
        : Future.succeededFuture(answer).map(making);
  }

  private <T> Future<T> onWorker(Callable<T> parsing) {
    return context.vertx().executeBlocking(parsing, false);
  }

  /**
   * Holds more bytes until the request is answered, for a body that becomes much larger data.
   * Nothing may be recorded before the call, because the call may refuse the request.
   *
   * @throws Rejection if there is no room for the bytes
   */
  public void hold(long bytes) {
    if (!held.take(ByteBudget.Use.LARGE_BODY, bytes)) {
      throw RequestBody.tooMuch();
    }
  }

  /**
   * Holds the memory of a large head until the request is answered. Nothing may be recorded before
   * the call, because the call may refuse the request.
   *
   * @return false if the head is small, and so holds nothing
   * @throws Rejection if there is no room for the head
   */
  boolean holdHead() {
    long bytes = LargeHeads.bytes(channel(), http().headers());
    if (bytes > 0) {
      hold(bytes);
    }
    return bytes > 0;
  }

  /** Holds the large head of a request for a taker until the connection closes. */
  void holdHeadUntilClosed() {
    if (holdHead()) {
      channel().closeFuture().addListener(closed -> held.end());
    }
  }

  /** Runs {@code task} if the caller disconnects before the answer is written. */
  public void whenGone(Runnable task) {
    context.addEndHandler(
        ended -> {
          if (ended.failed()) {
            task.run();
          }
        });
  }

  /** Says in the answer, even if it is a problem, that it depends on a header of the request. */
  void vary(CharSequence header) {
    context.addHeadersEndHandler(
        ending -> http().response().headers().add(HttpHeaders.VARY, header));
  }

  /** Answers the request. Only a taker calls this; for an {@link Action}, {@link Routes} does. */
  public void respond(Response response) {
    resume();
    held.end();
    writer.write(response);
  }

  /** Finds a value that the query, the path or the headers have under a name. */
  private Optional<String> named(String field) {
    Integer index = variables.get(field);
    return query
        .get(field)
        .or(() -> Optional.ofNullable(index).map(path::segment))
        .or(() -> Optional.ofNullable(isHeader(field) ? http().getHeader(field) : null));
  }

  /** Tells headers from members of a body, such as {@code expires}. */
  private static boolean isHeader(String field) {
    return (!field.isEmpty() && Character.isUpperCase(field.charAt(0))) || field.startsWith("ce-");
  }

  /** Answers the request with the problem for a failure. */
  public void fail(Throwable failure) {
    resume();
    held.end();
    FailureHandler.fail(context, writer, ReceivedValue.saidIn(failure, this::named, small));
  }
}
