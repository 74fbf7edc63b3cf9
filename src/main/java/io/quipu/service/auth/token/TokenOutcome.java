package io.quipu.service.auth.token;

/** The outcome of checking a token. */
public sealed interface TokenOutcome {
  /**
   * A token that the issuer has signed for this service, and that is valid now. The expiry is left
   * for the caller to check.
   *
   * @param key fingerprint of the key that the token is signed with
   */
  record Valid(TokenClaims claims, String key) implements TokenOutcome {}

  /** A token that names a key that the issuer does not have. No signature was computed. */
  record UnknownKey() implements TokenOutcome {}

  /**
   * A token that is not a valid token of the issuer for this service.
   *
   * @param why for a log; without secrets, and without text of the token
   */
  record Invalid(String why) implements TokenOutcome {}
}
