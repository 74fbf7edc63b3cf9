package io.quipu.service.auth.token;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import org.jspecify.annotations.Nullable;

/**
 * One key of an issuer, with a separate verifier. So no token is checked with a key that the token
 * does not name, or with an algorithm of another key.
 *
 * @param id the published id; null if the key has none
 * @param fingerprint the id with the whole public key, so that keys of the same id differ
 * @param signatureBytes the length of each signature
 */
record IssuerKey(
    SignatureAlgorithm algorithm,
    @Nullable String id,
    String fingerprint,
    int signatureBytes,
    JWTAuth verifier) {
  /** The seconds that the clock of the issuer may be ahead. */
  static final int LEEWAY_SECONDS = 10;

  /** An unsigned token: {@code {}.{}} in base64url. */
  private static final String UNSIGNED = "e30.e30";

  /**
   * @param published a key that is for signatures
   * @throws IllegalArgumentException if the key cannot be used
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

  /** Refuses a malformed key: its verifier would have no key, and accept unsigned tokens. */
  private static void requireUsable(Vertx vertx, JsonObject part) {
    JWTAuth verifier = JWTAuth.create(vertx, new JWTAuthOptions().addJwk(part));
    if (verifier.authenticate(new TokenCredentials(UNSIGNED)).succeeded()) {
      throw new IllegalArgumentException("malformed");
    }
  }
}
