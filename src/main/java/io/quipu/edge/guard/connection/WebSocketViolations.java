package io.quipu.edge.guard.connection;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;

/**
 * Closes a WebSocket when the client violates the protocol. Sends the status code of the violation
 * (RFC 6455, section 7.1.7), such as 1002, or 1009 for a frame that is too long; Vert.x alone would
 * not. The violation is not passed on, because Vert.x would then send a second close frame.
 */
@Sharable
final class WebSocketViolations extends ChannelInboundHandlerAdapter {
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof CorruptedWebSocketFrameException violation) {
      context
          .writeAndFlush(new CloseWebSocketFrame(violation.closeStatus()))
          .addListener(
              written -> {
                // Ignored, because a failed close leaves nothing to do.
                var unused = context.close();
              });
    } else {
      context.fireExceptionCaught(cause);
    }
  }
}
