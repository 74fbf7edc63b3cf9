package io.quipu.client;

import java.security.SecureRandom;
import java.util.Base64;

/** Ids that no other event has: 128 random bits each, in 22 characters. */
final class EventIds {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private EventIds() {}

  static String next() {
    byte[] bits = new byte[16];
    RANDOM.nextBytes(bits);
    return TEXT.encodeToString(bits);
  }
}
