package io.quipu.edge.guard;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.function.IntConsumer;

/**
 * Counts the bytes that are written to a connection, whatever protocol it speaks, and knows how
 * many of them its client has not taken. Confined to the event loop of its connection.
 */
final class AnswerPace extends ChannelOutboundHandlerAdapter {
  private final Channel channel;
  private final IntConsumer all;
  private long written;

  /**
   * @param all told how many bytes are written, by whoever looks after all connections
   */
  AnswerPace(Channel channel, IntConsumer all) {
    this.channel = channel;
    this.all = all;
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    if (message instanceof ByteBuf bytes) {
      written += bytes.readableBytes();
      all.accept(bytes.readableBytes());
    }
    super.write(context, message, promise);
  }

  /** Bytes that wait, a little more than there are: each buffer counts with what it is kept in. */
  long untaken() {
    ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
    return waiting == null ? 0 : waiting.totalPendingWriteBytes() - waiting.currentProgress();
  }

  long taken() {
    return written - untaken();
  }

  /** Closes the connection past everything that would first wait for what was written. */
  void close() {
    channel.unsafe().close(channel.newPromise());
  }

  /**
   * Closes the connection as {@link #close} does, and leaves nothing to the kernel, which would
   * keep the bytes for minutes.
   */
  void abort() {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    close();
  }
}
