package io.quipu.edge.live;

import io.quipu.edge.live.frames.CloseCode;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.live.LiveMeters.Transport;
import io.quipu.engine.live.Reading;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.time.Scheduler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Sends the counts of one counter as Server-Sent Events. While too many bytes wait for the client,
 * no count is written. Confined to the context of its connection.
 */
final class EventStream implements Outlet {
  static final String CONTENT_TYPE = "text/event-stream";

  /** Tells a browser to connect again 2 s after the stream has ended. */
  private static final String OPENING = "retry: 2000\n\n";

  private static final String PING = ": ping\n\n";

  private final RoutedRequest request;
  private final HttpServerResponse response;
  private final FeedContext context;
  private final LiveConnections connections;
  private final Subscriptions subscriptions;
  private final CallerWatch watch;
  private Scheduler.Cancellable nextPing = () -> {};
  private boolean closed;

  /** The caller of a stream. Makes the watch that runs while the stream is open. */
  interface Reader {
    CallerWatch watch(Consumer<CloseCode> over);
  }

  /**
   * @param reader the caller of the stream
   * @param connections the open connections, which this stream leaves when it closes
   */
  EventStream(
      RoutedRequest request, Reader reader, FeedContext context, LiveConnections connections) {
    this.request = request;
    this.response = request.http().response();
    this.context = context;
    this.connections = connections;
    this.subscriptions = context.subscriptions(this);
    this.watch = reader.watch(code -> end());
  }

  /** Tells whether a client accepts event streams by their full name. A wildcard is not enough. */
  static boolean isAskedFor(HttpServerRequest request) {
    return MediaTypes.isNamed(request.headers().getAll(HttpHeaders.ACCEPT), CONTENT_TYPE);
  }

  /**
   * Opens the stream. The current count is the first event.
   *
   * @throws io.quipu.edge.response.Rejection if there are too many subscriptions; nothing was
   *     written then
   */
  void open(KnownCounter counter) {
    LiveProblems.require(subscriptions.subscribe(Set.of(counter), Duration.ZERO));
    response.closeHandler(gone -> close());
    response.exceptionHandler(broken -> close());
    response.drainHandler(drained -> subscriptions.drained());
    request.http().connection().shutdownHandler(stop -> end());
    response.setChunked(true);
    response.putHeader("X-Request-Id", request.id());
    response.putHeader("Content-Type", CONTENT_TYPE);
    response.putHeader("Cache-Control", "no-store");
    response.putHeader("X-Content-Type-Options", "nosniff");
    response.putHeader("X-Accel-Buffering", "no");
    response.write(OPENING);
    schedulePing();
    watch.begin();
  }

  @Override
  public boolean isFull() {
    return closed || response.writeQueueFull();
  }

  @Override
  public void send(Reading reading, long seq) {
    String data = context.counts().of(reading, seq);
    response.write(
        "event: "
            + (CountMessage.isOfSeries(reading) ? "series" : "count")
            + "\nid: "
            + seq
            + "\ndata: "
            + data
            + "\n\n");
  }

  @Override
  public void endDeleted() {
    end();
  }

  private void schedulePing() {
    nextPing = context.scheduler().after(context.settings().ping(), this::ping);
  }

  private void ping() {
    if (!isFull()) {
      response.write(PING);
    }
    schedulePing();
  }

  /** Ends the stream, because the service stops or the caller lost the right to read. */
  private void end() {
    if (!closed) {
      close();
      response.end();
    }
  }

  private void close() {
    if (!closed) {
      closed = true;
      nextPing.cancel();
      watch.end();
      subscriptions.close();
      connections.leave(Transport.SSE);
    }
  }
}
