package io.quipu.edge.guard.body;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Inflates a body that is compressed with gzip (RFC 1952). The body must be complete, have correct
 * checksums, and have nothing after its last member. Inflating stops as soon as the output exceeds
 * the limit of a body, or the budget has no room for the output. To be called on a worker thread.
 *
 * <p>The decompression of Vert.x cannot replace this class. It inflates on the event loop without a
 * limit, takes an incomplete body for a complete one, ignores what follows the end, and closes the
 * connection without an answer if a body is damaged.
 */
public final class Gunzip {
  private static final int LEAST_BYTES = 8 * 1024;

  private Gunzip() {}

  /**
   * Inflates a body. The output of several members is joined to one body.
   *
   * @param held takes the bytes of the output, and of a copy of the body, from the budget; the
   *     caller gives them back
   * @throws InvalidInput if the body is not gzip, is incomplete or damaged, or has something after
   *     its last member
   * @throws Rejection if the output exceeds the limit of a body, or the budget has no room for it
   */
  public static Buffer inflate(Buffer body, HeldBytes held) {
    if (body.length() == 0) {
      throw malformed();
    }
    take(held, body.length());
    byte[] out = {};
    int length = 0;
    try (Members in = new Members(((BufferInternal) body).getByteBuf())) {
      for (int more = 0; more >= 0; more = in.read(out, length, out.length - length)) {
        length += more;
        if (length > Limits.BODY_BYTES) {
          throw RequestBody.tooLarge();
        }
        if (length == out.length) {
          out = enlarged(out, held);
        }
      }
      in.requireEnd();
    } catch (IOException e) {
      throw malformed();
    }
    return BufferInternal.buffer(Unpooled.wrappedBuffer(out, 0, length));
  }

  /** One byte beyond the limit of a body is enough to detect that the output is too large. */
  private static byte[] enlarged(byte[] out, HeldBytes held) {
    int capacity = Math.min(Limits.BODY_BYTES + 1, Math.max(LEAST_BYTES, 2 * out.length));
    take(held, capacity - out.length);
    return Arrays.copyOf(out, capacity);
  }

  private static void take(HeldBytes held, long bytes) {
    if (!held.take(ByteBudget.Use.LARGE_BODY, bytes)) {
      throw RequestBody.tooMuch();
    }
  }

  private static InvalidInput malformed() {
    return new InvalidInput(
        "body",
        "the body is not valid gzip: it is incomplete or damaged, or has something after its end");
  }

  /** The members of a body, read by the JDK. */
  private static final class Members extends GZIPInputStream {
    private static final int TRAILER_BYTES = 8;

    /** The maximum number of empty members in a row, because each takes room on the stack. */
    private static final int MOST_EMPTY = 100;

    /**
     * An empty member before the first member of the body, so that the constructor never fails.
     * Before JDK 25, a failed constructor keeps native memory until a collection of garbage.
     */
    private static final byte[] NOTHING = {
      0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0
    };

    private int depth;

    /** Buffers the whole body at once, because {@link #requireEnd} must know all that is left. */
    Members(ByteBuf body) throws IOException {
      super(
          new ByteBufInputStream(Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(NOTHING), body)),
          NOTHING.length + body.readableBytes());
    }

    /** Reads content. The superclass calls this method in itself for each member without any. */
    @Override
    public int read(byte[] into, int offset, int most) throws IOException {
      if (depth > MOST_EMPTY) {
        throw new ZipException("too many empty members");
      }
      depth++;
      try {
        return super.read(into, offset, most);
      } finally {
        depth--;
      }
    }

    /** Requires that nothing follows the last trailer: the superclass ignores what is no member. */
    void requireEnd() throws ZipException {
      if (inf.getRemaining() != TRAILER_BYTES) {
        throw new ZipException("something after the end");
      }
    }
  }
}
