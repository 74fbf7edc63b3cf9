package io.quipu.edge.guard.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.function.IntConsumer;

/**
 * Counts the bytes that are written to a connection of any protocol, and the bytes among them that
 * the client has not taken. Confined to the event loop of its connection.
 */
final class AnswerPace extends ChannelOutboundHandlerAdapter {
  private final Channel channel;
  private final IntConsumer all;
  private long written;

  /**
   * @param all gets the number of bytes of each write, for the sum over all connections
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

  /** The bytes that wait for the client, slightly too many: buffers count with their overhead. */
  long untaken() {
    ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
    return waiting == null ? 0 : waiting.totalPendingWriteBytes() - waiting.currentProgress();
  }

  long taken() {
    return written - untaken();
  }

  /** Closes the connection at once, past the handlers that would wait for pending writes. */
  void close() {
    channel.unsafe().close(channel.newPromise());
  }

  /**
   * Closes the connection like {@link #close}, and discards its bytes in the kernel. Otherwise the
   * kernel would keep these bytes for minutes.
   */
  void abort() {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    close();
  }
}
