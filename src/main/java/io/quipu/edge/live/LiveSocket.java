package io.quipu.edge.live;

import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.live.frames.CloseCode;
import io.quipu.edge.live.frames.ControlFrames;
import io.quipu.edge.live.frames.FrameAssembly;
import io.quipu.edge.live.frames.FrameSplitter;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.live.LiveMeters.Transport;
import io.quipu.engine.live.Reading;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.time.Scheduler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocketFrame;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One WebSocket: reads frames and writes texts. To bound memory, reading stops after a frame if too
 * many requests of the client are unanswered, or too many written bytes wait for the client.
 * Confined to the context of its connection.
 */
final class LiveSocket implements Outlet, LiveProtocol.Peer {
  private static final Logger log = LoggerFactory.getLogger(LiveSocket.class);

  /** The longest wait for the close frame of the client, before the channel is closed. */
  private static final Duration LINGER = Duration.ofSeconds(5);

  /** The maximum number of messages that share one flush, in one turn of the event loop. */
  private static final int MOST_UNFLUSHED = 256;

  private final ServerWebSocket socket;
  private final Channel channel;
  private final FeedContext context;
  private final LiveConnections connections;
  private final Subscriptions subscriptions;
  private final SocketCaller caller;
  private final LiveProtocol protocol;
  private final Keepalive keepalive;
  private final FrameAssembly frames;
  private final FrameSplitter splitter;
  private Scheduler.Cancellable cutOff = () -> {};
  private boolean paused;
  private boolean closing;
  private boolean gone;

  /**
   * @param channel the channel of the socket
   * @param opening the contents of the handshake
   * @param connections the open connections, which this socket leaves when it closes
   */
  LiveSocket(
      ServerWebSocket socket,
      Channel channel,
      SocketCaller.Opening opening,
      FeedContext context,
      LiveConnections connections) {
    this.socket = socket;
    this.channel = channel;
    this.context = context;
    this.connections = connections;
    this.subscriptions = context.subscriptions(this);
    this.caller = new SocketCaller(context, opening, this::close);
    this.protocol = new LiveProtocol(context, subscriptions, this.caller, this);
    this.frames = new FrameAssembly(context.budget(), context.scheduler(), this::giveUpSlow);
    this.splitter = FrameSplitter.install(channel);
    channel.pipeline().addFirst(new FlushConsolidationHandler(MOST_UNFLUSHED, true));
    this.keepalive =
        new Keepalive(
            context.scheduler(),
            context.clock(),
            context.settings().ping(),
            this::ping,
            () -> close(CloseCode.SILENT, "Nothing was heard for too long"));
  }

  void open() {
    socket.closeHandler(closed -> closed());
    socket.shutdownHandler(stop -> close(CloseCode.GOING_AWAY, "The service is stopping"));
    socket.exceptionHandler(failure -> log.debug("A WebSocket broke: {}", failure.toString()));
    socket.drainHandler(drained -> drained());
    socket.frameHandler(this::hear);
    ControlFrames.takeOver(
        channel,
        context.clock(),
        this::noteSignOfLife,
        () -> close(CloseCode.POLICY_VIOLATION, "Too many pings"));
    keepalive.start();
    protocol.begin();
    caller.begin();
  }

  /** Follows the counter of the path. Closes the socket if there are too many subscriptions. */
  void follow(KnownCounter counter) {
    try {
      protocol.follow(counter);
    } catch (Rejection refusal) {
      say(ServerMessage.error(null, refusal));
      close(CloseCode.TRY_AGAIN_LATER, "There are too many subscriptions");
    }
  }

  /** Follows the counter of the path once the caller is known. Closes the socket on a failure. */
  void followOnceKnown(CounterName counter, SeriesInput series) {
    protocol.followOnceKnown(counter, series).onFailure(this::refuse);
  }

  private void refuse(Throwable failure) {
    if (closing) {
      return;
    }
    Rejection refusal = LiveProblems.of(failure);
    caller.note(refusal.problem());
    say(ServerMessage.error(null, refusal));
    ProblemType type = refusal.problem().type();
    if (type.status() == 403) {
      close(CloseCode.NOT_ALLOWED, ProblemType.FORBIDDEN.title());
    } else {
      close(type.status() < 500 ? CloseCode.BAD_MESSAGES : CloseCode.TRY_AGAIN_LATER, type.title());
    }
  }

  /**
   * Notes a sign of life, unless too many written bytes wait for the client. So a client that sends
   * but never reads is also given up.
   */
  private void noteSignOfLife() {
    if (!isFull()) {
      keepalive.heard();
    }
  }

  private void hear(WebSocketFrame frame) {
    noteSignOfLife();
    if (closing) {
      return;
    }
    FrameAssembly.Heard heard = frames.add(frame, caller.mostBytes());
    if (heard instanceof FrameAssembly.Heard.Text message) {
      protocol.hear(message.text());
    } else if (heard instanceof FrameAssembly.Heard.Violation violation) {
      close(violation.code(), violation.reason());
    }
    // A closing socket must not pause: the close frame of its client is still to be read.
    if (!closing && mustPause() && !paused) {
      paused = true;
      splitter.pause();
    }
  }

  private boolean mustPause() {
    return isFull() || protocol.underWay() >= context.settings().requests();
  }

  private void resume() {
    if (paused && !mustPause()) {
      paused = false;
      keepalive.heard();
      splitter.resume();
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

  private void giveUpSlow() {
    close(
        CloseCode.POLICY_VIOLATION,
        "A message must arrive within " + FrameAssembly.DEADLINE.toSeconds() + " seconds");
  }

  @Override
  public void close(CloseCode code, String reason) {
    if (!closing) {
      closing = true;
      end();
      listenForItsEnd();
      socket.close(code.code(), reason);
      cutOff = context.scheduler().after(LINGER, this::cutOff);
    }
  }

  @Override
  public void endDeleted() {
    close(CloseCode.DELETED, "A counter or namespace was deleted");
  }

  /** Reads up to the close frame of the client, and drops the messages before that frame. */
  private void listenForItsEnd() {
    splitter.dropMessages();
    if (paused) {
      paused = false;
      splitter.resume();
    }
  }

  /** Closes the channel of a client that has not answered the close frame in time. */
  private void cutOff() {
    log.debug("A WebSocket was cut off, as its client did not take its end");
    // ignored: after the channel, the socket calls its close handler
    var unused = channel.close();
  }

  private void closed() {
    if (!gone) {
      gone = true;
      closing = true;
      cutOff.cancel();
      end();
      connections.leave(Transport.WEBSOCKET);
    }
  }

  private void end() {
    keepalive.stop();
    frames.end();
    caller.end();
    protocol.end();
  }
}
