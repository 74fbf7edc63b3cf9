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
 * Compression of answers that are text. An answer must not be compressed if it holds a secret
 * together with text that a stranger may choose, because the compressed length would reveal the
 * secret. See {@link Response#withSecret()}.
 */
public final class Gzip {
  public static final String CODING = "gzip";

  /** A body of up to so many bytes is not compressed, because it would hardly get smaller. */
  static final int FROM_BYTES = 1024;

  private static final int FAST = 3;
  private static final int BLOCK_BYTES = 8 * 1024;

  private Gzip() {}

  /**
   * Tells whether a body is worth compressing: it is text, and large enough. The length is checked
   * first, because most bodies are too small.
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

  /** Tells whether {@code Accept-Encoding} accepts gzip, by the name or else by {@code *}. */
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

  /** Compresses a body that is sent once: saves time rather than bytes. */
  public static Buffer fast(Buffer body) {
    return Buffer.buffer(compressed(body.getBytes(), FAST));
  }

  /** Compresses a body that is sent many times: saves bytes rather than time. */
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
