package io.quipu.service.auth.token;

/** The outcome of checking a token. */
public sealed interface TokenOutcome {
  /**
   * A token that the issuer has signed for this service. The check of the expiry allows {@link
   * IssuerKey#LEEWAY_SECONDS} more, so callers must check the exact expiry.
   *
   * @param key the fingerprint of the key that signed the token
   */
  record Valid(TokenClaims claims, String key) implements TokenOutcome {}

  /** A token for which the issuer has no key, or several keys that fit. No signature is checked. */
  record UnknownKey() implements TokenOutcome {}

  /**
   * A token that is not a valid token of the issuer for this service.
   *
   * @param why the reason, for a log; contains no secret and no text of the token
   */
  record Invalid(String why) implements TokenOutcome {}
}
