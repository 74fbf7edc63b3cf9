package io.quipu.edge.live.frames;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.quipu.engine.input.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the frames of a client into shorter frames as they arrive. RFC 6455, section 5.4, allows an
 * intermediary to do so. Netty's decoder collects the bytes of a frame until the frame is complete:
 * up to a whole message for each connection, and no budget counts these bytes. Netty cannot hand
 * over a part of a frame (netty/netty#904, #9730), and a lower limit of a frame would refuse the
 * messages of clients that send each message in one frame. Behind the splitter, the decoder
 * collects at most {@value #PIECE_BYTES} bytes. At the first header that is not {@link
 * FrameHeader#isPlain plain}, or that announces more bytes than a message may have, the splitter
 * begins to pass all bytes unchanged, so that the decoder finds the violation.
 *
 * <p>On a pause, the splitter also stops reading at once. Without the splitter, Vert.x would read
 * until eight more frames wait, and would hold up to 16 KiB of direct memory for each frame. The
 * {@code FlowControlHandler} of Netty would hold all frames of one read, which take many times the
 * memory of their bytes. Confined to the event loop of its connection.
 */
public final class FrameSplitter extends ChannelInboundHandlerAdapter {
  /** The maximum size of the payload of a shorter frame, in bytes. */
  static final int PIECE_BYTES = Limits.FRAME_BYTES;

  private static final String NAME = "frame-splitter";

  /** The name of Netty's decoder of a WebSocket in the pipeline. */
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
   * Installs a splitter in front of the decoder.
   *
   * @param channel the channel of a WebSocket, after its handshake
   */
  public static FrameSplitter install(Channel channel) {
    FrameSplitter splitter = new FrameSplitter(channel);
    channel.pipeline().addBefore(DECODER, NAME, splitter);
    return splitter;
  }

  /** Stops reading. Holds bytes that arrive nevertheless, unless a violation was found. */
  public void pause() {
    paused = true;
    channel.config().setAutoRead(false);
  }

  /** Passes the held bytes on. Then reads again, unless those bytes caused another pause. */
  public void resume() {
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

  /** Drops later frames of messages, so that the wait for the close frame takes no memory. */
  public void dropMessages() {
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
