package io.quipu.service.auth.token;

/** The outcome of looking at a token. */
public sealed interface TokenOutcome {
  /**
   * The issuer has signed it, for this service, and it holds now but for its end, which is for the
   * caller to look at.
   *
   * @param key fingerprint of the key that it is signed with
   */
  record Valid(TokenClaims claims, String key) implements TokenOutcome {}

  /** An unknown key, not among those of the issuer. Nothing was computed. */
  record UnknownKey() implements TokenOutcome {}

  /**
   * No token of the issuer for this service.
   *
   * @param why for a log; nothing of it is secret, or was said by the token
   */
  record Invalid(String why) implements TokenOutcome {}
}
