package io.quipu.edge.live;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.quipu.edge.guard.ByteBudget;

/**
 * Takes from the budget what waits for a client that is behind: as much as may wait for it before
 * it is not written to any more. Where there is no room for that, the client is cut off. Costs
 * nothing while a client keeps up. Confined to the event loop of its connection.
 */
final class UnreadBytes extends ChannelInboundHandlerAdapter {
  private static final String NAME = "unread-bytes";

  /** How Vert.x calls its own handler, the last in the pipeline. */
  private static final String VERTX = "handler";

  private final ByteBudget budget;
  private long held;

  private UnreadBytes(ByteBudget budget) {
    this.budget = budget;
  }

  /**
   * Begins to look at a connection, until it closes.
   *
   * @param channel of a WebSocket whose handshake is over
   */
  static void watch(Channel channel, ByteBudget budget) {
    UnreadBytes unread = new UnreadBytes(budget);
    channel.pipeline().addBefore(VERTX, NAME, unread);
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
