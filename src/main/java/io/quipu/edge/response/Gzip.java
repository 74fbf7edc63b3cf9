package io.quipu.edge.response;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Compression of answers that are text. An answer that holds a secret beside what a stranger may
 * choose must not be compressed, as its length would tell the secret: {@link
 * Response#withSecret()}.
 */
public final class Gzip {
  public static final String CODING = "gzip";

  /** The least bytes of a body that is compressed: a smaller one hardly gets smaller. */
  static final int FROM_BYTES = 1024;

  private static final int FAST = 3;
  private static final int BLOCK_BYTES = 8 * 1024;

  private Gzip() {}

  /**
   * Tells whether a body is worth the effort; most are too small for anything else to be looked at.
   */
  public static boolean isWorthwhile(CharSequence contentType, int length) {
    return length > FROM_BYTES && isText(contentType.toString());
  }

  private static boolean isText(String type) {
    return type.startsWith("text/")
        || type.startsWith("application/json")
        || type.startsWith("application/problem+json")
        || type.startsWith("application/yaml")
        || type.startsWith("image/svg+xml");
  }

  /**
   * Tells whether an {@code Accept-Encoding} takes it: named itself, or with all that are not
   * named.
   */
  public static boolean isAccepted(@Nullable String acceptEncoding) {
    if (acceptEncoding == null) {
      return false;
    }
    boolean others = false;
    for (String element : acceptEncoding.toLowerCase(Locale.ROOT).split(",", -1)) {
      int semicolon = element.indexOf(';');
      String coding = (semicolon < 0 ? element : element.substring(0, semicolon)).trim();
      boolean wanted = semicolon < 0 || !isZero(element.substring(semicolon + 1).trim());
      if (coding.equals(CODING)) {
        return wanted;
      }
      others |= coding.equals("*") && wanted;
    }
    return others;
  }

  private static boolean isZero(String weight) {
    return weight.matches("q\\s*=\\s*0(\\.0*)?");
  }

  /** A body that is sent once: fast rather than small. */
  public static Buffer fast(Buffer body) {
    return Buffer.buffer(compressed(body.getBytes(), FAST));
  }

  /** A body that is sent many times. */
  public static byte[] small(byte[] body) {
    return compressed(body, Deflater.BEST_COMPRESSION);
  }

  private static byte[] compressed(byte[] body, int level) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 4 + BLOCK_BYTES);
    try (Leveled out = new Leveled(bytes, level)) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static final class Leveled extends GZIPOutputStream {
    Leveled(OutputStream out, int level) throws IOException {
      super(out, BLOCK_BYTES);
      def.setLevel(level);
    }
  }
}
