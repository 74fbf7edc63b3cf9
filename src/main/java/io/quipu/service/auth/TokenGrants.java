package io.quipu.service.auth;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.InvalidInput;
import io.quipu.service.auth.token.TokenClaims;
import java.util.List;
import java.util.stream.Stream;

/** The grants of tokens. */
final class TokenGrants {
  private TokenGrants() {}

  /**
   * The grant in a token. Entries that are none of ours are left out: what says who may do what
   * says so to other services, too. So one that is misspelt opens nothing.
   *
   * @throws InvalidInput if there are more of ours than a caller may have
   */
  static Grant of(TokenClaims claims) {
    List<Scope> scopes = claims.entries().stream().flatMap(TokenGrants::scope).distinct().toList();
    if (scopes.size() > Grant.MOST_SCOPES) {
      throw new InvalidInput("token", "it has more than " + Grant.MOST_SCOPES + " entries");
    }
    return new Grant(scopes, "", false, List.of(), 0, EventTime.ofEpochSecond(claims.expires()));
  }

  private static Stream<Scope> scope(String entry) {
    try {
      return Stream.of(Scope.parse("entry", entry));
    } catch (InvalidInput foreign) {
      return Stream.empty();
    }
  }
}
