package io.quipu.edge.guard.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;

/**
 * The encryption of one connection. The connection takes a place in {@link Connections} before its
 * handshake, so that connections without a complete handshake count, too. {@link TlsOptions} sets
 * the time limit of the handshake. Confined to the event loop of the connection.
 */
final class GuardedHandshake extends SslHandler {
  private static final String MISTAKEN = "HTTPS is spoken here, and not HTTP: begin with https://";
  private static final String PLAIN_ANSWER =
      String.join(
          "\r\n",
          "HTTP/1.1 400 Bad Request",
          "Content-Type: text/plain",
          "Content-Length: " + MISTAKEN.length(),
          "Connection: close",
          "",
          MISTAKEN);

  private final Connections connections;
  private boolean begun;
  private boolean refused;

  GuardedHandshake(SSLEngine engine, boolean startTls, Executor tasks, Connections connections) {
    super(engine, startTls, tasks);
    this.connections = connections;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) throws Exception {
    super.handlerAdded(context);
    Channel channel = context.channel();
    channel.config().setRecvByteBufAllocator(ConnectionGuard.READ_BUFFERS);
    if (!connections.enter(channel)) {
      refused = true;
      // Not through the pipeline, because SslHandler would first try to send a TLS alert.
      channel.unsafe().close(channel.newPromise());
      return;
    }
    handshakeFuture()
        .addListener(
            over -> {
              if (!over.isSuccess()) {
                failed(over.cause());
              }
            });
  }

  private void failed(Throwable why) {
    if (why instanceof SslHandshakeTimeoutException) {
      connections.meters().cut(ConnectionMeters.Cut.SLOW_HANDSHAKE);
    } else {
      connections.meters().handshakeFailed();
    }
  }

  /** Answers plain HTTP without TLS, because a client that sends it cannot read a TLS alert. */
  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (refused) {
      ReferenceCountUtil.release(message);
      return;
    }
    if (!begun && message instanceof ByteBuf bytes && bytes.isReadable()) {
      begun = true;
      byte first = bytes.getByte(bytes.readerIndex());
      // Every HTTP method begins with a capital letter, and no TLS record does.
      if (first >= 'A' && first <= 'Z') {
        refused = true;
        bytes.release();
        context
            .writeAndFlush(Unpooled.copiedBuffer(PLAIN_ANSWER, StandardCharsets.US_ASCII))
            .addListener(ChannelFutureListener.CLOSE);
        return;
      }
    }
    super.channelRead(context, message);
  }
}
