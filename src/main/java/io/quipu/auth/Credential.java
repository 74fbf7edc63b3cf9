package io.quipu.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A key as it is kept and compared: never its secret. The secret has at least 32 random characters,
 * so that a plain hash cannot be turned round; a slow one would only help those who send many wrong
 * keys.
 *
 * @param id names the key; public
 * @param hash SHA-256 of the whole key, in hexadecimal digits
 */
public record Credential(String id, String hash) {
  /** Nothing was shown. */
  static final Credential NONE = new Credential("", "");

  /** Whether both have the same hash, in a time that does not depend on where they differ. */
  boolean opens(Credential shown) {
    return MessageDigest.isEqual(bytes(hash), bytes(shown.hash));
  }

  private static byte[] bytes(String hash) {
    return hash.getBytes(StandardCharsets.US_ASCII);
  }
}
