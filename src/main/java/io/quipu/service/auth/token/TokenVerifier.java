package io.quipu.service.auth.token;

import io.quipu.engine.input.InvalidInput;
import io.vertx.core.Future;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;

/**
 * Verifies that the issuer has signed a token for this service. The signature library leaves some
 * checks open. So before the library is called, this class checks the required members, chooses the
 * key and so the algorithm, and checks the length of the signature.
 */
public final class TokenVerifier {
  /** The length of the longest accepted token, in characters. */
  public static final int LONGEST = 8 * 1024;

  private TokenVerifier() {}

  /** Verifies a token. Can take some milliseconds, so must not be called on an event loop. */
  public static TokenOutcome verify(String text, IssuerKeys keys) {
    if (text.length() > LONGEST) {
      return new TokenOutcome.Invalid("it is too long");
    }
    try {
      return verify(text, SignedToken.parse(text), keys);
    } catch (InvalidInput malformed) {
      return new TokenOutcome.Invalid(malformed.detail());
    }
  }

  private static TokenOutcome verify(String text, SignedToken token, IssuerKeys keys) {
    IssuerKey key = keys.find(token.algorithm(), token.keyId());
    if (key == null) {
      return new TokenOutcome.UnknownKey();
    }
    if (token.signatureBytes() != key.signatureBytes()) {
      // the library would pad a shorter signature with zeros
      return new TokenOutcome.Invalid("its signature is too short or too long");
    }
    // the library completes this future before it returns
    Future<User> checked = key.verifier().authenticate(new TokenCredentials(text));
    return checked.succeeded()
        ? new TokenOutcome.Valid(token.claims(), key.fingerprint())
        : new TokenOutcome.Invalid(String.valueOf(checked.cause().getMessage()));
  }
}
