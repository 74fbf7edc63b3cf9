package io.quipu.edge.live.frames;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;

/** The header of a frame from a client (RFC 6455, section 5.2), filled as its bytes arrive. */
final class FrameHeader {
  static final int MASK_BYTES = 4;

  private static final int LONGEST = 14;
  private static final int FIN = 0x80;
  private static final int OPCODE = 0x0f;
  private static final int CONTROL = 0x08;
  private static final int MASKED = 0x80;
  private static final int LENGTH = 0x7f;
  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;

  private final byte[] bytes = new byte[LONGEST];
  private int read;

  /** Reads bytes until the header is complete; false if more bytes must arrive. */
  boolean read(ByteBuf in) {
    while (read < 2 || read < size()) {
      if (!in.isReadable()) {
        return false;
      }
      bytes[read++] = in.readByte();
    }
    return true;
  }

  void clear() {
    read = 0;
  }

  private int size() {
    return 2 + lengthBytes() + (isMasked() ? MASK_BYTES : 0);
  }

  private int lengthBytes() {
    int code = bytes[1] & LENGTH;
    return code == EIGHT_BYTES ? Long.BYTES : code == TWO_BYTES ? Short.BYTES : 0;
  }

  private boolean isMasked() {
    return (bytes[1] & MASKED) != 0;
  }

  boolean isControl() {
    return (bytes[0] & CONTROL) != 0;
  }

  /** The length of the payload, in bytes; negative if the length does not fit into a long. */
  long length() {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return switch (lengthBytes()) {
      case Short.BYTES -> Short.toUnsignedLong(buffer.getShort(2));
      case Long.BYTES -> buffer.getLong(2);
      default -> bytes[1] & LENGTH;
    };
  }

  /**
   * Tells whether the frame is masked and its length is encoded in the shortest form. The payload
   * of a control frame must also have at most 125 bytes.
   */
  boolean isPlain() {
    long length = length();
    boolean shortest =
        switch (lengthBytes()) {
          case Short.BYTES -> length >= TWO_BYTES;
          case Long.BYTES -> length > 0xffff;
          default -> true;
        };
    return isMasked() && shortest && !(isControl() && lengthBytes() > 0);
  }

  /** Returns the header as the client sent it. */
  ByteBuf bytes(ByteBufAllocator allocator) {
    return allocator.buffer(read).writeBytes(bytes, 0, read);
  }

  /**
   * Returns the header of one piece of the frame.
   *
   * @param continued whether another piece precedes this piece
   * @param last whether this piece is the last piece of the frame
   * @param size the size of the payload of the piece, in bytes; less than 65,536
   * @param turn the index of the byte of the mask that masks the first byte of the piece
   */
  ByteBuf ofPiece(ByteBufAllocator allocator, boolean continued, boolean last, int size, int turn) {
    int first = continued ? bytes[0] & ~OPCODE : bytes[0];
    ByteBuf piece = allocator.buffer(LONGEST).writeByte(last ? first : first & ~FIN);
    if (size < TWO_BYTES) {
      piece.writeByte(MASKED | size);
    } else {
      piece.writeByte(MASKED | TWO_BYTES).writeShort(size);
    }
    int mask = read - MASK_BYTES;
    for (int i = 0; i < MASK_BYTES; i++) {
      piece.writeByte(bytes[mask + (turn + i) % MASK_BYTES]);
    }
    return piece;
  }
}
