package io.quipu.edge.guard.connection;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.RecvByteBufAllocator;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.engine.time.Clock;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.impl.ConnectionBase;
import org.jspecify.annotations.Nullable;

/**
 * Guards the connections of one server instance: closes new connections above the bounds of the
 * process, reads requests strictly, and closes the connections of slow clients. Confined to the
 * context of the instance, which is the event loop of its connections.
 */
public final class ConnectionGuard implements Handler<HttpConnection> {
  private static final String DECODER = "httpDecoder";
  private static final String HANDLER = "handler";

  /**
   * Buffers of at most 16 KiB instead of 64 KiB, because an unfinished head or frame keeps its
   * first buffer. In one turn of a connection Netty reads the usual number of buffers, or fewer if
   * the connection pauses reading.
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
   * @param connections the bounds that the whole process shares
   * @param options the options of the server
   * @param budget the budget for large heads that are not read in full
   */
  public ConnectionGuard(
      Connections connections, Clock clock, HttpServerOptions options, ByteBudget budget) {
    this.connections = connections;
    this.clock = clock;
    this.options = options;
    this.budget = budget;
    this.open = new OpenConnections(connections, clock);
  }

  /** Starts to check the connections regularly, until the verticle ends. */
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
   * clear text enabled, the decoder of Vert.x stays, because it has already read the first request.
   * Returns null if the connection has no strict decoder.
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
