package io.quipu.service.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A key or token as it is kept and compared: never its secret. The secret has at least 32 random
 * characters, so that a plain hash cannot be turned round; a slow one would only help those who
 * send many wrong keys.
 *
 * @param id names the key, or whom the token is about; public. Empty while that is not known
 * @param hash SHA-256 of the whole key or token, in hexadecimal digits
 */
public record Credential(String id, String hash) {
  /** Nothing was shown. */
  static final Credential NONE = new Credential("", "");

  static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** Tells if both have the same hash, in a time that does not depend on where they differ. */
  boolean opens(Credential shown) {
    return MessageDigest.isEqual(bytes(hash), bytes(shown.hash));
  }

  private static byte[] bytes(String hash) {
    return hash.getBytes(StandardCharsets.US_ASCII);
  }
}
