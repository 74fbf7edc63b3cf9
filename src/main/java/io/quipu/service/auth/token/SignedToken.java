package io.quipu.service.auth.token;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.model.InvalidInput;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A token in its compact form (RFC 7515), taken apart and taken literally; nothing of it is known
 * to be true yet.
 *
 * @param keyId of the key that it claims to be signed with; null if it does not say
 */
record SignedToken(
    String algorithm, @Nullable String keyId, TokenClaims claims, int signatureBytes) {
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)");

  /**
   * @param text at most {@link TokenVerifier#LONGEST} characters
   * @throws InvalidInput if it is malformed, or lacks what a token has to say
   */
  static SignedToken parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new InvalidInput("token", "it has not three parts");
    }
    TokenHeaderInput header = read(parts.group(1), TokenHeaderInput::read);
    TokenClaims claims = read(parts.group(2), TokenClaimsInput::read);
    return new SignedToken(
        header.algorithm(), header.keyId(), claims, decode(parts.group(3)).length);
  }

  private static <T> T read(String part, Function<JsonInput, T> shape) {
    return JsonInput.parse(JsonInput.utf8(Buffer.buffer(decode(part))), shape);
  }

  private static byte[] decode(String part) {
    try {
      return Base64.getUrlDecoder().decode(part);
    } catch (IllegalArgumentException e) {
      throw new InvalidInput("token", "a part of it is not base64url");
    }
  }
}
