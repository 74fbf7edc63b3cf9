package io.quipu.edge.guard.body;

import io.netty.buffer.Unpooled;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Inflates a body that is compressed with gzip (RFC 1952). The body must be complete, have correct
 * checksums, and have nothing after its last member. Inflating stops as soon as the output exceeds
 * the limit of a body, or the budget has no room for the output. To be called on a worker thread.
 */
public final class Gunzip {
  private static final int MAGIC = 0x8b1f;
  private static final int DEFLATE = 8;
  private static final int HEADER_CHECKSUM = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;
  private static final int TIME_AND_SYSTEM_BYTES = 6;
  private static final int TRAILER_BYTES = 8;
  private static final int LEAST_BYTES = 8 * 1024;

  private final ByteBuffer in;
  private final HeldBytes held;
  private byte[] out = {};
  private int length;

  private Gunzip(Buffer body, HeldBytes held) {
    this.in = ((BufferInternal) body).getByteBuf().nioBuffer().order(ByteOrder.LITTLE_ENDIAN);
    this.held = held;
  }

  /**
   * Inflates a body. The output of several members is joined to one body.
   *
   * @param held takes the bytes of the output from the budget; the caller gives them back
   * @throws InvalidInput if the body is not gzip, is incomplete or damaged, or has something after
   *     its last member
   * @throws Rejection if the output exceeds the limit of a body, or the budget has no room for it
   */
  public static Buffer inflate(Buffer body, HeldBytes held) {
    Gunzip gunzip = new Gunzip(body, held);
    do {
      gunzip.member();
    } while (gunzip.in.hasRemaining());
    return BufferInternal.buffer(Unpooled.wrappedBuffer(gunzip.out, 0, gunzip.length));
  }

  private void member() {
    header();
    int from = length;
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(in);
      while (!inflater.finished()) {
        makeRoom();
        int more = inflater.inflate(out, length, out.length - length);
        if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          throw malformed("it ends too early");
        }
        length += more;
        requireAllowed();
      }
    } catch (DataFormatException e) {
      throw malformed("its content is damaged");
    } finally {
      inflater.end();
    }
    trailer(from);
  }

  private void header() {
    int from = in.position();
    require(4);
    if (Short.toUnsignedInt(in.getShort()) != MAGIC || in.get() != DEFLATE) {
      throw malformed("it does not begin as gzip does");
    }
    int flags = Byte.toUnsignedInt(in.get());
    if ((flags & RESERVED) != 0) {
      throw malformed("it has flags that mean nothing");
    }
    skip(TIME_AND_SYSTEM_BYTES);
    if ((flags & EXTRA) != 0) {
      require(2);
      skip(Short.toUnsignedInt(in.getShort()));
    }
    skipText((flags & NAME) != 0);
    skipText((flags & COMMENT) != 0);
    if ((flags & HEADER_CHECKSUM) != 0) {
      int checksum = (int) checksum(in.duplicate().position(from).limit(in.position())) & 0xffff;
      require(2);
      if (Short.toUnsignedInt(in.getShort()) != checksum) {
        throw malformed("the checksum of its header is wrong");
      }
    }
  }

  private void trailer(int from) {
    require(TRAILER_BYTES);
    int checksum = (int) checksum(ByteBuffer.wrap(out, from, length - from));
    if (in.getInt() != checksum || in.getInt() != length - from) {
      throw malformed("its checksum is wrong");
    }
  }

  private void skipText(boolean isThere) {
    if (isThere) {
      do {
        require(1);
      } while (in.get() != 0);
    }
  }

  private void skip(int bytes) {
    require(bytes);
    in.position(in.position() + bytes);
  }

  private void require(int bytes) {
    if (in.remaining() < bytes) {
      throw malformed("it ends too early, or has something after its end");
    }
  }

  /**
   * Makes room for output if the room is full. The room for one byte beyond the limit of a body is
   * enough to detect that the output is too large.
   */
  private void makeRoom() {
    if (length < out.length) {
      return;
    }
    int capacity = Math.min(Limits.BODY_BYTES + 1, Math.max(LEAST_BYTES, 2 * out.length));
    if (!held.take(ByteBudget.Use.LARGE_BODY, capacity - out.length)) {
      throw RequestBody.tooMuch();
    }
    out = Arrays.copyOf(out, capacity);
  }

  private void requireAllowed() {
    if (length > Limits.BODY_BYTES) {
      throw RequestBody.tooLarge();
    }
  }

  private static long checksum(ByteBuffer bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  private static InvalidInput malformed(String why) {
    return new InvalidInput("body", "the body is not valid gzip: " + why);
  }
}
