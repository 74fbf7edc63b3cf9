package io.quipu.service.auth.token;

import io.quipu.engine.model.InvalidInput;
import io.vertx.core.Future;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;

/**
 * Checks that a token is one of the issuer. Before the signature library is called, this class
 * fixes the key and the algorithm, and checks the length of the signature and the required members.
 */
public final class TokenVerifier {
  /** The length of the longest token that is checked, in characters. */
  public static final int LONGEST = 8 * 1024;

  private TokenVerifier() {}

  /** Checks a token. Takes up to some milliseconds, so must not run on an event loop. */
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
    Future<User> checked = key.verifier().authenticate(new TokenCredentials(text));
    return checked.succeeded()
        ? new TokenOutcome.Valid(token.claims(), key.fingerprint())
        : new TokenOutcome.Invalid(String.valueOf(checked.cause().getMessage()));
  }
}
