package io.quipu.live.feed;

import io.quipu.counter.CounterName;
import io.quipu.live.LiveMeters.Transport;
import io.quipu.live.Reading;
import io.quipu.web.Rejection;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocketFrame;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One WebSocket: frames in, texts out, and the pace between them. It is not read while too many of
 * its requests are under way or while its client does not take what it is told, so that neither
 * makes memory grow. Confined to the context of its connection.
 */
final class LiveSocket implements Outlet, LiveProtocol.Peer {
  private static final Logger log = LoggerFactory.getLogger(LiveSocket.class);

  private final ServerWebSocket socket;
  private final FeedContext context;
  private final LiveConnections connections;
  private final Subscriptions subscriptions;
  private final LiveProtocol protocol;
  private final Keepalive keepalive;
  private final FrameAssembly frames = new FrameAssembly();
  private boolean paused;
  private boolean closing;
  private boolean gone;

  /**
   * @param connections where this one has a place, which it leaves when it closes
   */
  LiveSocket(ServerWebSocket socket, FeedContext context, LiveConnections connections) {
    this.socket = socket;
    this.context = context;
    this.connections = connections;
    this.subscriptions = context.subscriptions(this);
    this.protocol = new LiveProtocol(context, subscriptions, this);
    this.keepalive =
        new Keepalive(
            context.scheduler(),
            context.clock(),
            context.settings().ping(),
            this::ping,
            this::giveUpSilent);
  }

  void open() {
    socket.closeHandler(closed -> closed());
    socket.shutdownHandler(stop -> close(CloseCode.GOING_AWAY, "The service is stopping"));
    socket.exceptionHandler(failure -> log.debug("A WebSocket broke: {}", failure.toString()));
    socket.drainHandler(drained -> drained());
    socket.frameHandler(this::hear);
    keepalive.start();
    protocol.begin();
  }

  /** Follows a counter from the start. */
  void follow(CounterName counter) {
    try {
      protocol.follow(counter);
    } catch (Rejection refusal) {
      say(ServerMessage.error(null, refusal.problem()));
      close(CloseCode.TRY_AGAIN_LATER, "There are too many subscriptions");
    }
  }

  private void hear(WebSocketFrame frame) {
    keepalive.heard();
    if (closing) {
      return;
    }
    FrameAssembly.Heard heard = frames.add(frame);
    if (heard instanceof FrameAssembly.Heard.Text message) {
      protocol.hear(message.text());
    } else if (heard instanceof FrameAssembly.Heard.Violation violation) {
      close(violation.code(), violation.reason());
    }
    if (mustPause() && !paused) {
      paused = true;
      socket.pause();
    }
  }

  private boolean mustPause() {
    return isFull() || protocol.underWay() >= context.settings().requests();
  }

  private void resume() {
    if (paused && !mustPause()) {
      paused = false;
      keepalive.heard();
      socket.resume();
    }
  }

  private void drained() {
    keepalive.heard();
    subscriptions.drained();
    resume();
  }

  @Override
  public void answered() {
    resume();
  }

  @Override
  public boolean isFull() {
    return closing || socket.isClosed() || socket.writeQueueFull();
  }

  @Override
  public void send(Reading reading, long seq) {
    say(context.counts().of(reading, seq));
  }

  @Override
  public void say(String text) {
    if (!closing) {
      socket.writeTextMessage(text);
    }
  }

  private void ping() {
    if (!socket.isClosed()) {
      socket.writePing(Buffer.buffer());
    }
  }

  @Override
  public void giveUp() {
    close(CloseCode.BAD_MESSAGES, "Too many bad messages");
  }

  /** Waits for nothing: the news that it is closed may never come from such a connection. */
  private void giveUpSilent() {
    close(CloseCode.SILENT, "Nothing was heard for too long");
    closed();
  }

  private void close(CloseCode code, String reason) {
    if (!closing) {
      closing = true;
      end();
      socket.close(code.code(), reason);
    }
  }

  private void closed() {
    if (!gone) {
      gone = true;
      closing = true;
      end();
      connections.leave(Transport.WEBSOCKET);
    }
  }

  private void end() {
    keepalive.stop();
    protocol.end();
  }
}
