package io.quipu.engine.keys;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A key or token without its secret: the service stores and compares only a hash. A fast hash is
 * enough, because the secret has at least 32 random characters and cannot be guessed. A slow hash
 * would let attackers use up the processor with many wrong keys.
 *
 * @param id the id of the key, or the subject of the token; public; empty for a token that is not
 *     verified yet
 * @param hash SHA-256 of the whole key or token, in hexadecimal digits
 */
public record Credential(String id, String hash) {
  /** The credential of a caller who presented none. */
  public static final Credential NONE = new Credential("", "");

  public static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** Tells whether both hashes are equal. The time does not depend on where the hashes differ. */
  public boolean opens(Credential shown) {
    return MessageDigest.isEqual(bytes(hash), bytes(shown.hash));
  }

  private static byte[] bytes(String hash) {
    return hash.getBytes(StandardCharsets.US_ASCII);
  }
}
