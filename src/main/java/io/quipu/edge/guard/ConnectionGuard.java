package io.quipu.edge.guard;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.RecvByteBufAllocator;
import io.quipu.engine.time.Clock;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.impl.ConnectionBase;
import org.jspecify.annotations.Nullable;

/**
 * Guards the connections of one server instance: bounds their number, reads requests strictly, and
 * cuts off slow clients. Confined to the context of the instance, which is the event loop of its
 * connections.
 */
public final class ConnectionGuard implements Handler<HttpConnection> {
  private static final String DECODER = "httpDecoder";
  private static final String HANDLER = "handler";

  /**
   * Buffers of at most 16 KiB, not 64: an unfinished head or frame keeps its first buffer. Netty
   * still reads the usual number of buffers in one turn. A connection that pauses reading ends its
   * turn.
   */
  static final RecvByteBufAllocator READ_BUFFERS =
      new AdaptiveRecvByteBufAllocator(256, 2_048, 16 * 1024);

  private static final ChannelHandler VIOLATIONS = new WebSocketViolations();

  private final Connections connections;
  private final Clock clock;
  private final HttpServerOptions options;
  private final ByteBudget budget;
  private final OpenConnections open;

  /**
   * @param connections of the whole process
   * @param options of the server
   * @param budget for large heads that are not read in full
   */
  public ConnectionGuard(
      Connections connections, Clock clock, HttpServerOptions options, ByteBudget budget) {
    this.connections = connections;
    this.clock = clock;
    this.options = options;
    this.budget = budget;
    this.open = new OpenConnections(connections, clock);
  }

  /** Starts to check the connections, until the verticle ends. */
  public void start(Vertx vertx) {
    open.start(vertx);
  }

  @Override
  public void handle(HttpConnection connection) {
    Channel channel = ((ConnectionBase) connection).channelHandlerContext().channel();
    channel.config().setRecvByteBufAllocator(READ_BUFFERS);
    AnswerPace pace = open.pace(channel);
    // a TLS connection took its place before the handshake
    if (!options.isSsl() && !connections.enter(channel)) {
      pace.close();
      return;
    }
    StrictRequestDecoder decoder = strict(channel);
    open.add(channel, new GuardedConnection(channel, decoder, pace, clock.monotonicNanos()));
  }

  /**
   * Replaces the decoder of Vert.x by the strict decoder, before anything is read. With HTTP/2 in
   * clear text enabled, the decoder of Vert.x stays: it has already read the first request.
   */
  private @Nullable StrictRequestDecoder strict(Channel channel) {
    ChannelPipeline pipeline = channel.pipeline();
    if (pipeline.get(DECODER) == null) {
      return null;
    }
    pipeline.addBefore(HANDLER, null, VIOLATIONS);
    if (options.isHttp2ClearTextEnabled()) {
      return null;
    }
    StrictRequestDecoder decoder =
        new StrictRequestDecoder(options, new LargeHeads(budget, channel));
    pipeline.replace(DECODER, DECODER, decoder);
    return decoder;
  }
}
