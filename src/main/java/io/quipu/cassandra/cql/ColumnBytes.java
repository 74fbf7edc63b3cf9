package io.quipu.cassandra.cql;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.data.ByteUtils;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes values for rows that are written in great numbers. Otherwise the driver looks up a codec
 * for each value, which was most of the cost of such a row. The driver reads a duplicate of each
 * buffer, so rows may share a buffer.
 */
public final class ColumnBytes {
  private static final ProtocolVersion VERSION = ProtocolVersion.DEFAULT;

  /** The delta of most events. */
  private static final ByteBuffer ONE = TypeCodecs.BIGINT.encodePrimitive(1, VERSION);

  private ColumnBytes() {}

  public static ByteBuffer of(int value) {
    return TypeCodecs.INT.encodePrimitive(value, VERSION);
  }

  public static ByteBuffer of(long value) {
    return value == 1 ? ONE : TypeCodecs.BIGINT.encodePrimitive(value, VERSION);
  }

  public static ByteBuffer of(UUID timeuuid) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(0, timeuuid.getMostSignificantBits())
        .putLong(Long.BYTES, timeuuid.getLeastSignificantBits());
  }

  /**
   * Encodes a timestamp.
   *
   * @param second in seconds of Unix time
   */
  public static ByteBuffer ofSecond(long second) {
    return of(Instant.ofEpochSecond(second).toEpochMilli());
  }

  /**
   * Encodes a text.
   *
   * @param text without lone surrogates; names and ids never have any
   */
  public static ByteBuffer of(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  /** Decodes a text; null stays null. */
  public static @Nullable String text(@Nullable ByteBuffer value) {
    return value == null ? null : new String(ByteUtils.getArray(value), UTF_8);
  }
}
