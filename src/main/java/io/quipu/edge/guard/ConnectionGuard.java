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
 * Takes in the connections of one server instance: bounds how many there are, has their requests
 * read strictly, and cuts those off whose clients are too slow. Confined to the context of the
 * instance, which is the event loop of its connections.
 */
public final class ConnectionGuard implements Handler<HttpConnection> {
  private static final String DECODER = "httpDecoder";
  private static final String HANDLER = "handler";

  /**
   * Buffers of 16 KiB at most, not of 64: a head or a frame that does not end keeps the one in
   * which it began. How many are read at once is as usual; a connection that pauses ends its turn.
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
   * @param budget for what is unfinished
   */
  public ConnectionGuard(
      Connections connections, Clock clock, HttpServerOptions options, ByteBudget budget) {
    this.connections = connections;
    this.clock = clock;
    this.options = options;
    this.budget = budget;
    this.open = new OpenConnections(connections, clock);
  }

  /** Begins to look at the connections; ends with the verticle. */
  public void start(Vertx vertx) {
    open.start(vertx);
  }

  @Override
  public void handle(HttpConnection connection) {
    Channel channel = ((ConnectionBase) connection).channelHandlerContext().channel();
    channel.config().setRecvByteBufAllocator(READ_BUFFERS);
    AnswerPace pace = open.pace(channel);
    // with TLS it has a place since before it shook hands
    if (!options.isSsl() && !connections.enter(channel)) {
      pace.close();
      return;
    }
    StrictRequestDecoder decoder = strict(channel);
    open.add(channel, new GuardedConnection(channel, decoder, pace, clock.monotonicNanos()));
  }

  /**
   * Puts the strict decoder in the place of that of Vert.x, before anything was read. Where HTTP/2
   * may be spoken the first request has been read by now, and its decoder stays.
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
