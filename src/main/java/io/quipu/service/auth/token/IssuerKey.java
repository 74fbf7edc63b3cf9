package io.quipu.service.auth.token;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import org.jspecify.annotations.Nullable;

/**
 * One key of an issuer, with a verifier of its own: no token is tried against a key that it does
 * not name, or with an algorithm that the key is not for.
 *
 * @param id as published; null if it has none
 * @param fingerprint the whole of it: another key of the same id has another
 * @param signatureBytes how long its signatures are
 */
record IssuerKey(
    SignatureAlgorithm algorithm,
    @Nullable String id,
    String fingerprint,
    int signatureBytes,
    JWTAuth verifier) {
  /** The seconds that the clock of the issuer may be ahead. */
  static final int LEEWAY_SECONDS = 10;

  /** {@code {}.{}}, which nobody has signed. */
  private static final String UNSIGNED = "e30.e30";

  /**
   * @param published a key that is for signatures
   * @throws IllegalArgumentException if it cannot be used
   */
  static IssuerKey of(
      Vertx vertx, Issuer issuer, SignatureAlgorithm algorithm, JsonObject published) {
    JsonObject part = algorithm.publicPart(published);
    int signatureBytes = algorithm.signatureBytes(part);
    requireUsable(vertx, part);
    JWTOptions claims =
        new JWTOptions()
            .setIssuer(issuer.name())
            .addAudience(issuer.audience())
            .setLeeway(LEEWAY_SECONDS);
    JWTAuth verifier =
        JWTAuth.create(vertx, new JWTAuthOptions().addJwk(part).setJWTOptions(claims));
    String id = published.getString("kid");
    return new IssuerKey(algorithm, id, id + " " + part.encode(), signatureBytes, verifier);
  }

  /** A verifier leaves out what it cannot read, and one without keys takes what is not signed. */
  private static void requireUsable(Vertx vertx, JsonObject part) {
    JWTAuth verifier = JWTAuth.create(vertx, new JWTAuthOptions().addJwk(part));
    if (verifier.authenticate(new TokenCredentials(UNSIGNED)).succeeded()) {
      throw new IllegalArgumentException("malformed");
    }
  }
}
