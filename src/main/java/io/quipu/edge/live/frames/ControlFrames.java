package io.quipu.edge.live.frames;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.quipu.engine.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Answers the pings of one WebSocket in place of Vert.x. Vert.x would write a pong for each ping
 * even if the client does not read the pongs, and even while the socket is paused. This handler
 * answers a ping at once if there is room to write. Otherwise the handler keeps the last payload,
 * of at most 125 bytes, and later answers only the last ping (RFC 6455, section 5.5.3). Confined to
 * the event loop of its connection.
 */
public final class ControlFrames extends ChannelInboundHandlerAdapter {
  /** The maximum number of pings and pongs of a client within {@link #SPAN}. */
  public static final int TOLERATED = 200;

  static final Duration SPAN = Duration.ofSeconds(1);

  /**
   * The number of pings and pongs within {@link #SPAN} at which the connection is closed without
   * waiting for the client. Before that, the client has had time to receive the close frame.
   */
  static final int CUT_OFF = 50 * TOLERATED;

  private static final String NAME = "control-frames";

  /** The name of Vert.x's own handler, which is the last in the pipeline. */
  private static final String VERTX = "handler";

  private final Clock clock;
  private final Runnable heard;
  private final Runnable flooded;
  private @Nullable ByteBuf unanswered;
  private long spanBegan;
  private int inSpan;
  private boolean written;

  private ControlFrames(Clock clock, Runnable heard, Runnable flooded) {
    this.clock = clock;
    this.heard = heard;
    this.flooded = flooded;
    this.spanBegan = clock.monotonicNanos();
  }

  /**
   * Puts a handler before the handler of Vert.x, so that Vert.x gets no pings and pongs.
   *
   * @param channel the channel of a WebSocket after the handshake
   * @param heard called for each ping and pong, up to {@link #TOLERATED} in a {@link #SPAN}
   * @param flooded called at the first ping or pong above that number; further ones are ignored
   *     until the {@link #SPAN} ends
   */
  public static void takeOver(Channel channel, Clock clock, Runnable heard, Runnable flooded) {
    channel.pipeline().addBefore(VERTX, NAME, new ControlFrames(clock, heard, flooded));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof PingWebSocketFrame ping) {
      try {
        if (isWithinBudget(ctx)) {
          answer(ctx, ping.content());
          heard.run();
        }
      } finally {
        ping.release();
      }
    } else if (message instanceof PongWebSocketFrame pong) {
      pong.release();
      if (isWithinBudget(ctx)) {
        heard.run();
      }
    } else {
      ctx.fireChannelRead(message);
    }
  }

  private boolean isWithinBudget(ChannelHandlerContext ctx) {
    long now = clock.monotonicNanos();
    if (now - spanBegan >= SPAN.toNanos()) {
      spanBegan = now;
      inSpan = 0;
    }
    inSpan++;
    if (inSpan == TOLERATED + 1) {
      flooded.run();
    } else if (inSpan == CUT_OFF) {
      // nothing waits for the end of the connection here
      var unused = ctx.close();
    }
    return inSpan <= TOLERATED;
  }

  private void answer(ChannelHandlerContext ctx, ByteBuf payload) {
    // A copy, because the payload is a slice of a larger read buffer.
    ByteBuf copy = Unpooled.copiedBuffer(payload);
    if (ctx.channel().isWritable()) {
      written = true;
      // a failed write fires an exception on the channel, as voidPromise makes it do
      var unused = ctx.write(new PongWebSocketFrame(copy), ctx.voidPromise());
    } else {
      unanswered = copy;
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (written) {
      written = false;
      ctx.flush();
    }
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    ByteBuf payload = unanswered;
    if (payload != null && ctx.channel().isWritable()) {
      unanswered = null;
      var unused = ctx.writeAndFlush(new PongWebSocketFrame(payload), ctx.voidPromise());
    }
    ctx.fireChannelWritabilityChanged();
  }
}
