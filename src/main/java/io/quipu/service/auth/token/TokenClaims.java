package io.quipu.service.auth.token;

import io.quipu.engine.model.InvalidInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a token about its holder.
 *
 * @param subject its name with the issuer, 1 to {@value #LONGEST_SUBJECT} characters, none of them
 *     a control character
 * @param expires the time from when on it opens nothing, in seconds since 1970
 * @param entries the scopes in it, as they are written; may be of another service
 */
public record TokenClaims(String subject, long expires, List<String> entries) {
  /** As OpenID Connect has it. */
  static final int LONGEST_SUBJECT = 255;

  public TokenClaims {
    entries = List.copyOf(entries);
  }

  /**
   * Reads the claims that must be there, and checks the types of those that another reader could
   * take for something else. Issuer, audience and the beginning are for the verifier.
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
