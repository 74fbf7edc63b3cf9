package io.quipu.service.auth.token;

import java.util.List;

/**
 * What a token says of who shows it.
 *
 * @param subject its name with the issuer, 1 to {@value #LONGEST_SUBJECT} characters, none of them
 *     a control character
 * @param expires from when on it opens nothing, in seconds since 1970
 * @param entries what it is said to open, as it was written; may be of another service
 */
public record TokenClaims(String subject, long expires, List<String> entries) {
  /** As OpenID Connect has it. */
  static final int LONGEST_SUBJECT = 255;

  public TokenClaims {
    entries = List.copyOf(entries);
  }
}
