package io.quipu.edge.access;

import io.quipu.edge.web.RoutedRequest;
import io.quipu.service.access.Access;
import io.quipu.service.access.Denial;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.PresentedCredential;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds callers by the credentials in the heads of their requests. */
record RequestCredentials(Access access) {
  private static final String BEARER = "Bearer ";

  /** Signs that people write around a key. */
  private static final String QUOTES = "\"'<";

  /**
   * Finds the caller of a request, and hands it on.
   *
   * @param admission admits the caller, or throws an exception
   * @return null if the caller was known; otherwise completes when the caller is admitted
   * @throws ServiceFailure if the credential is missing, or wrong by its form or an earlier lookup
   */
  @Nullable Future<Void> admit(RoutedRequest request, Consumer<Caller> admission) {
    PresentedCredential presented = access.presented(shown(request), request.address());
    Caller known = access.known(presented, request.address());
    if (known != null) {
      admission.accept(known);
      return null;
    }
    return access
        .find(presented, request.address())
        .<Void>map(
            caller -> {
              admission.accept(caller);
              return null;
            })
        .onFailure(failure -> RequestAudit.noted(request, failure));
  }

  /**
   * Reads the key or token of a request.
   *
   * @throws ServiceFailure if there is none, more than one, or one in another form
   */
  private String shown(RoutedRequest request) {
    List<String> given = request.http().headers().getAll(HttpHeaders.AUTHORIZATION);
    if (given.isEmpty()) {
      throw access.refused(Denial.noCredentials(), request.address());
    }
    String value = given.get(0);
    String token =
        given.size() == 1 && value.regionMatches(true, 0, BEARER, 0, BEARER.length())
            ? value.substring(BEARER.length()).strip()
            : "";
    if (token.isEmpty() || token.indexOf(' ') >= 0 || QUOTES.indexOf(token.charAt(0)) >= 0) {
      throw access.refused(Denial.malformedCredentials(), request.address());
    }
    return token;
  }
}
