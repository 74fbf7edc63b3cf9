package io.quipu.edge.response;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

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

  /**
   * Tells whether the {@code Accept-Encoding} headers accept gzip, by its name or else by {@code
   * *}, and do not ask for the plain text rather.
   */
  public static boolean isAccepted(List<String> acceptEncoding) {
    double gzip = -1;
    double others = 0;
    double plain = 0;
    for (Preference one : Preference.of(acceptEncoding)) {
      switch (one.name()) {
        case CODING -> gzip = gzip < 0 ? one.weight() : gzip;
        case "*" -> others = one.weight();
        case "identity" -> plain = one.weight();
        default -> {}
      }
    }
    double wanted = gzip < 0 ? others : gzip;
    return wanted > 0 && wanted >= plain;
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
