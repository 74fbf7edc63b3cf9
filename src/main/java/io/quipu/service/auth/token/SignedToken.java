package io.quipu.service.auth.token;

import io.quipu.engine.input.InvalidInput;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A token that was parsed from its compact form (RFC 7515). Nothing in the token is verified yet.
 *
 * @param algorithm the algorithm that the token names
 * @param keyId the id of the key that the token names; null if the token names no key
 * @param signatureBytes the length of the signature, in bytes
 */
record SignedToken(
    String algorithm, @Nullable String keyId, TokenClaims claims, int signatureBytes) {
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)");

  /** The accepted types: access tokens (RFC 9068) and {@code jwt}; a token may have no type. */
  private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");

  /**
   * Parses a token. Keys and addresses of keys in the token are ignored, because only the issuer
   * may publish its keys.
   *
   * @param text at most {@link TokenVerifier#LONGEST} characters
   * @throws InvalidInput if the token is malformed, lacks a required member, has a type that is not
   *     accepted, or names critical extensions
   */
  static SignedToken parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new InvalidInput("token", "it has not three parts");
    }
    TokenMembers header = TokenMembers.parse(decode(parts.group(1)));
    String algorithm = header.text("alg");
    if (algorithm == null) {
      throw new InvalidInput("alg", "it names no algorithm");
    }
    String type = header.text("typ");
    if (type != null && !TYPES.contains(type.toLowerCase(Locale.ROOT))) {
      throw new InvalidInput("typ", "it is a token for something else");
    }
    if (header.has("crit")) {
      throw new InvalidInput("crit", "it has extensions that must be understood");
    }
    return new SignedToken(
        algorithm,
        header.text("kid"),
        TokenClaims.read(TokenMembers.parse(decode(parts.group(2)))),
        decode(parts.group(3)).length);
  }

  private static byte[] decode(String part) {
    try {
      return Base64.getUrlDecoder().decode(part);
    } catch (IllegalArgumentException e) {
      throw new InvalidInput("token", "a part of it is not base64url");
    }
  }
}
