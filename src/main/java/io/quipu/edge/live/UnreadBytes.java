package io.quipu.edge.live;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.quipu.edge.guard.body.ByteBudget;

/**
 * Takes bytes from the budget while a client is behind, and so its channel is not writable: as many
 * bytes as the high-water mark of the write buffer. If the budget has no room for these bytes, the
 * channel is closed. Confined to the event loop of its connection.
 */
final class UnreadBytes extends ChannelInboundHandlerAdapter {
  private static final String NAME = "unread-bytes";

  /** The name that Vert.x gives to its own handler, the last in the pipeline. */
  private static final String VERTX = "handler";

  private final ByteBudget budget;
  private long held;

  private UnreadBytes(ByteBudget budget) {
    this.budget = budget;
  }

  /**
   * Watches a connection until the connection closes.
   *
   * @param channel the channel of a WebSocket, after its handshake
   */
  static void watch(Channel channel, ByteBudget budget) {
    UnreadBytes unread = new UnreadBytes(budget);
    channel.pipeline().addBefore(VERTX, NAME, unread);
    // ignored: the result of adding a listener is the same future
    var unused = channel.closeFuture().addListener(closed -> unread.giveBack());
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      giveBack();
    } else if (held == 0) {
      take(ctx.channel());
    }
    ctx.fireChannelWritabilityChanged();
  }

  private void take(Channel channel) {
    long bytes = channel.config().getWriteBufferHighWaterMark();
    if (budget.take(ByteBudget.Use.ANSWER, bytes)) {
      held = bytes;
    } else {
      var unused = channel.close();
    }
  }

  private void giveBack() {
    budget.giveBack(held);
    held = 0;
  }
}
