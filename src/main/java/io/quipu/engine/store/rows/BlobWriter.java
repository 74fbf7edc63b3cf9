package io.quipu.engine.store.rows;

import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes values one after the other in few bytes. {@link #number} writes groups of seven bits, the
 * lowest group first. A text or the count of a tally is written after its length in bytes.
 */
public final class BlobWriter {
  private byte[] bytes;
  private int size;

  /**
   * @param version version of the format, written as the first byte
   */
  public BlobWriter(int version) {
    bytes = new byte[64];
    bytes[size++] = (byte) version;
  }

  /** Writes a number that is mostly small. A negative number takes ten bytes. */
  public BlobWriter number(long value) {
    ensure(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  /** Writes a number that is mostly close to zero, positive or negative. */
  public BlobWriter signed(long value) {
    return number(value << 1 ^ value >> 63);
  }

  /** Writes all eight bytes of a number. */
  public BlobWriter raw(long value) {
    ensure(Long.BYTES);
    ByteBuffer.wrap(bytes).putLong(size, value);
    size += Long.BYTES;
    return this;
  }

  public BlobWriter text(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public BlobWriter tally(Tally tally) {
    return bytes(tally.count().toByteArray()).number(tally.events());
  }

  public BlobWriter time(EventTime time) {
    return raw(time.ticks());
  }

  /** Writes bytes after their number. */
  public BlobWriter bytes(byte[] some) {
    number(some.length);
    ensure(some.length);
    System.arraycopy(some, 0, bytes, size, some.length);
    size += some.length;
    return this;
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
    }
  }

  /** All bytes that were written, read-only. */
  public ByteBuffer blob() {
    return ByteBuffer.wrap(bytes, 0, size).asReadOnlyBuffer();
  }
}
