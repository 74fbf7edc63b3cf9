package io.quipu.service.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A key or token without its secret, as the service keeps and compares it. The secret has at least
 * 32 random characters, so that nobody can invert a plain hash. A slow hash would only help
 * attackers who send many wrong keys.
 *
 * @param id the id of the key, or the subject of the token; public; empty while not known
 * @param hash SHA-256 of the whole key or token, in hexadecimal digits
 */
public record Credential(String id, String hash) {
  /** The credential of a caller who presented none. */
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

  /** Tells whether both hashes are equal, in a time that does not depend on the hashes. */
  boolean opens(Credential shown) {
    return MessageDigest.isEqual(bytes(hash), bytes(shown.hash));
  }

  private static byte[] bytes(String hash) {
    return hash.getBytes(StandardCharsets.US_ASCII);
  }
}
