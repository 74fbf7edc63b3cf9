package io.quipu.service.auth;

import io.quipu.engine.keys.Credential;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key as a caller presents the key: {@code qk_<id>_<secret>}. {@link #toString} hides the secret.
 *
 * @param id {@code [a-z0-9]{4,24}}
 * @param secret 32 to 64 of {@code [A-Za-z0-9_-]}
 */
public record ApiKey(String id, String secret) {
  /** The length of the longest key. */
  public static final int LONGEST = 3 + 24 + 1 + 64;

  private static final Pattern FORM = Pattern.compile("qk_([a-z0-9]{4,24})_([A-Za-z0-9_-]{32,64})");
  private static final Pattern ID = Pattern.compile("[a-z0-9]{4,24}");
  private static final String ID_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int ID_LENGTH = 16;
  private static final int SECRET_BYTES = 32;

  /**
   * @throws IllegalArgumentException if the id or the secret has another form
   */
  public ApiKey {
    if (!FORM.matcher("qk_" + id + "_" + secret).matches()) {
      throw new IllegalArgumentException("not the form of a key");
    }
  }

  /** Parses a key; empty if the text does not have the form of a key. */
  public static Optional<ApiKey> parse(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Optional.of(new ApiKey(parts.group(1), parts.group(2)))
        : Optional.empty();
  }

  /** Tells whether a text has the form of the id of a key. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** Makes a new key with a secret of 256 random bits. */
  static ApiKey random(SecureRandom random) {
    StringBuilder id = new StringBuilder(ID_LENGTH);
    for (int i = 0; i < ID_LENGTH; i++) {
      id.append(ID_CHARACTERS.charAt(random.nextInt(ID_CHARACTERS.length())));
    }
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return new ApiKey(
        id.toString(), Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  /** The full key with its secret, to be shown to its holder once. */
  public String reveal() {
    return "qk_" + id + "_" + secret;
  }

  /** The credential of the key, with the hash of the key instead of the secret. */
  public Credential credential() {
    return new Credential(id, Credential.hash(reveal()));
  }

  @Override
  public String toString() {
    return "qk_" + id + "_...";
  }
}
