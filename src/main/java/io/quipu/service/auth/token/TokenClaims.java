package io.quipu.service.auth.token;

import io.quipu.engine.input.InvalidInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a token about its holder.
 *
 * @param subject the name that the issuer gives the holder, not blank, 1 to {@value
 *     #LONGEST_SUBJECT} characters, none of them a control character
 * @param expires the first second in which the token is void, in seconds since 1970
 * @param entries the scopes as written in the token; some may be for other services
 */
public record TokenClaims(String subject, long expires, List<String> entries) {
  /** The limit of OpenID Connect for a subject, in characters. */
  static final int LONGEST_SUBJECT = 255;

  public TokenClaims {
    entries = List.copyOf(entries);
  }

  /**
   * Reads the subject, the expiry and the scopes. Of the claims that only the verifier reads
   * (issuer, audience, start and issue time), checks the types, because the verifier could take a
   * value of another type for something else.
   *
   * @throws InvalidInput if a claim has another type, or the subject or expiry is missing or not
   *     valid
   */
  static TokenClaims read(TokenMembers members) {
    members.requireTypes();
    long expires = members.seconds("exp");
    if (expires == 0) {
      throw new InvalidInput("exp", "it has no end");
    }
    List<String> entries = members.texts("quipu");
    String scope = members.text("scope");
    List<String> words = scope == null ? List.of() : List.of(scope.split(" ", -1));
    return new TokenClaims(
        subject(members.text("sub")), expires, entries == null ? words : entries);
  }

  private static String subject(@Nullable String name) {
    if (name == null) {
      throw new InvalidInput("sub", "it names no subject");
    }
    if (name.isBlank()
        || name.length() > LONGEST_SUBJECT
        || name.codePoints().anyMatch(Character::isISOControl)) {
      throw new InvalidInput("sub", "its subject is no name");
    }
    return name;
  }
}
