package io.quipu.service.auth;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.windows.EventTime;
import io.quipu.service.auth.token.TokenClaims;
import java.util.List;
import java.util.stream.Stream;

/** Makes grants from the claims of tokens. */
final class TokenGrants {
  private TokenGrants() {}

  /**
   * Makes the grant of a token. Entries that do not have the form of a scope are left out, because
   * a token can also have entries for other services. So a misspelt entry grants nothing.
   *
   * @throws InvalidInput if the token has more than {@link Grant#MOST_SCOPES} different scopes
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
