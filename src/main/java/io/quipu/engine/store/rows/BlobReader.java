package io.quipu.engine.store.rows;

import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the values that a {@link BlobWriter} has written. */
public final class BlobReader {
  private final ByteBuffer bytes;
  private final int version;

  private BlobReader(ByteBuffer bytes) {
    this.bytes = bytes;
    this.version = bytes.get();
  }

  /**
   * Reads a whole blob.
   *
   * @param latest the latest version that {@code decode} knows; it knows all from 1 on
   * @throws IllegalArgumentException if the blob is null or empty, has a later version, or is not
   *     exactly what {@code decode} reads
   */
  public static <T> T read(@Nullable ByteBuffer blob, int latest, Function<BlobReader, T> decode) {
    if (blob == null || !blob.hasRemaining()) {
      throw new IllegalArgumentException("nothing there");
    }
    BlobReader reader = new BlobReader(blob.duplicate());
    if (reader.version < 1 || reader.version > latest) {
      throw new IllegalArgumentException("of version " + reader.version + ", known is " + latest);
    }
    T value = decode.apply(reader);
    if (reader.bytes.hasRemaining()) {
      throw new IllegalArgumentException(reader.bytes.remaining() + " bytes too many");
    }
    return value;
  }

  /** The version of the format. */
  public int version() {
    return version;
  }

  /** Reads a number of {@link BlobWriter#number}. */
  public long number() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = one();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number without an end");
  }

  public long signed() {
    long value = number();
    return value >>> 1 ^ -(value & 1);
  }

  /** Reads the number of elements that follow, each of at least one byte. */
  public int count() {
    long count = number();
    if (count < 0 || count > bytes.remaining()) {
      throw new IllegalArgumentException(count + " of something in " + bytes.remaining());
    }
    return (int) count;
  }

  /** Reads a number of {@link BlobWriter#raw}. */
  public long raw() {
    need(Long.BYTES);
    return bytes.getLong();
  }

  public String text() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(counted()).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("not a text", e);
    }
  }

  public Tally tally() {
    return new Tally(new BigInteger(bytes()), number());
  }

  public EventTime time() {
    return new EventTime(raw());
  }

  /** Reads bytes of {@link BlobWriter#bytes}. */
  public byte[] bytes() {
    byte[] some = new byte[count()];
    bytes.get(some);
    return some;
  }

  /** Skips the remaining bytes. */
  public void skip() {
    bytes.position(bytes.limit());
  }

  private ByteBuffer counted() {
    int length = count();
    ByteBuffer some = bytes.slice().limit(length);
    bytes.position(bytes.position() + length);
    return some;
  }

  private byte one() {
    need(1);
    return bytes.get();
  }

  private void need(int some) {
    if (bytes.remaining() < some) {
      throw new IllegalArgumentException("it ends too early");
    }
  }
}
