package io.quipu.edge.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.quipu.engine.model.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the frames of a client into shorter ones, as they arrive (RFC 6455, section 5.4, lets
 * anybody between the ends do so). Netty's decoder gathers a frame until it is complete: up to a
 * whole message for each connection, where no budget sees it. Behind this it never gathers more
 * than {@value #PIECE_BYTES} bytes. What the protocol does not allow passes as it came, for the
 * decoder to find.
 *
 * <p>It also ends reading at once when it is to pause. Vert.x would go on until eight more frames
 * wait, and holds them as they were read: up to 16 KiB of direct memory each. Confined to the event
 * loop of its connection.
 */
final class FrameSplitter extends ChannelInboundHandlerAdapter {
  /** Longest frame that leaves this. */
  static final int PIECE_BYTES = Limits.FRAME_BYTES;

  private static final String NAME = "frame-splitter";

  /** How Netty calls the decoder of a WebSocket. */
  private static final String DECODER = "wsdecoder";

  private final FrameHeader header = new FrameHeader();
  private final Channel channel;
  private ByteBuf rest = Unpooled.EMPTY_BUFFER;
  private @Nullable ChannelHandlerContext place;
  private boolean paused;
  private boolean deaf;
  private boolean inPayload;
  private boolean begun;
  private boolean passing;
  private long left;
  private int maskTurn;

  private FrameSplitter(Channel channel) {
    this.channel = channel;
  }

  /**
   * Puts one in front of the decoder.
   *
   * @param channel of a WebSocket whose handshake is over
   */
  static FrameSplitter install(Channel channel) {
    FrameSplitter splitter = new FrameSplitter(channel);
    channel.pipeline().addBefore(DECODER, NAME, splitter);
    return splitter;
  }

  /** Hands nothing over from now on, and does not read. */
  void pause() {
    paused = true;
    channel.config().setAutoRead(false);
  }

  /** Hands over what has waited, and reads on unless that makes it pause again. */
  void resume() {
    paused = false;
    ChannelHandlerContext ctx = place;
    if (ctx != null && rest.isReadable()) {
      ByteBuf waiting = rest;
      rest = Unpooled.EMPTY_BUFFER;
      channelRead(ctx, waiting);
      ctx.fireChannelReadComplete();
    }
    if (!paused) {
      channel.config().setAutoRead(true);
    }
  }

  /** Drops messages from now on, so that a client is heard to its end at no cost. */
  void dropMessages() {
    deaf = true;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    place = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof ByteBuf in)) {
      ctx.fireChannelRead(message);
      return;
    }
    try {
      while (in.isReadable() && !passing && !paused) {
        if (inPayload) {
          piece(ctx, in);
        } else {
          header(ctx, in);
        }
      }
      if (in.isReadable()) {
        if (passing) {
          ctx.fireChannelRead(in.readRetainedSlice(in.readableBytes()));
        } else {
          rest = Unpooled.copiedBuffer(rest, in);
        }
      }
    } finally {
      in.release();
    }
  }

  private void header(ChannelHandlerContext ctx, ByteBuf in) {
    if (!header.read(in)) {
      return;
    }
    if (!header.isPlain() || header.length() > Limits.MESSAGE_BYTES) {
      passing = true;
      ctx.fireChannelRead(header.bytes(ctx.alloc()));
      header.clear();
      return;
    }
    left = header.length();
    begun = false;
    maskTurn = 0;
    inPayload = left > 0;
    if (header.isControl() || !(inPayload || deaf)) {
      ctx.fireChannelRead(header.bytes(ctx.alloc()));
    }
    if (!inPayload) {
      header.clear();
    }
  }

  private void piece(ChannelHandlerContext ctx, ByteBuf in) {
    int size = (int) Math.min(Math.min(left, PIECE_BYTES), in.readableBytes());
    left -= size;
    if (header.isControl()) {
      ctx.fireChannelRead(in.readRetainedSlice(size));
    } else if (deaf) {
      in.skipBytes(size);
    } else {
      ctx.fireChannelRead(header.ofPiece(ctx.alloc(), begun, left == 0, size, maskTurn));
      ctx.fireChannelRead(in.readRetainedSlice(size));
    }
    begun = true;
    maskTurn = (maskTurn + size) % FrameHeader.MASK_BYTES;
    if (left == 0) {
      inPayload = false;
      header.clear();
    }
  }
}
