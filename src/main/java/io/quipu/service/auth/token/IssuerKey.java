package io.quipu.service.auth.token;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import org.jspecify.annotations.Nullable;

/**
 * One key of an issuer, with its own verifier. So a token is checked only with the key that {@link
 * IssuerKeys#find} chooses, and only with the algorithm of this key.
 *
 * @param id the published id; null if the key has no id
 * @param fingerprint the id and the whole public key, so that two keys of the same id differ
 * @param signatureBytes the length of each signature, in bytes
 * @param verifier checks the signature, issuer, audience, start, issue time and expiry of a token
 */
record IssuerKey(
    SignatureAlgorithm algorithm,
    @Nullable String id,
    String fingerprint,
    int signatureBytes,
    JWTAuth verifier) {
  /**
   * The seconds by which the clock of the issuer may be ahead of the clock of this process. The
   * expiry gets no leeway in the end, see {@link TokenOutcome.Valid}.
   */
  static final int LEEWAY_SECONDS = 10;

  /** An unsigned token with an empty header and no claims: {@code {}.{}} in base64url. */
  private static final String UNSIGNED = "e30.e30";

  /**
   * @param published a key for signatures, as the issuer publishes the key
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

  /** Refuses a malformed key, because its verifier has no key and accepts unsigned tokens. */
  private static void requireUsable(Vertx vertx, JsonObject part) {
    JWTAuth verifier = JWTAuth.create(vertx, new JWTAuthOptions().addJwk(part));
    if (verifier.authenticate(new TokenCredentials(UNSIGNED)).succeeded()) {
      throw new IllegalArgumentException("malformed");
    }
  }
}
