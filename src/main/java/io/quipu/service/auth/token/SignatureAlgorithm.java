package io.quipu.service.auth.token;

import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The accepted signature algorithms (RFC 7518, RFC 8037), all for public keys. Each key is used
 * with one algorithm only, so that the sender of a token cannot choose the algorithm of a key.
 */
enum SignatureAlgorithm {
  RS256(Type.RSA, "", 0),
  RS384(Type.RSA, "", 0),
  RS512(Type.RSA, "", 0),
  PS256(Type.RSA, "", 0),
  PS384(Type.RSA, "", 0),
  PS512(Type.RSA, "", 0),
  ES256(Type.EC, "P-256", 64),
  ES384(Type.EC, "P-384", 96),
  ES512(Type.EC, "P-521", 132),
  EdDSA(Type.OKP, "Ed25519", 64);

  /** The minimum length of an RSA key that RFC 7518 allows, in bits. */
  private static final int LEAST_BITS = 2_048;

  /** The greatest accepted length of an RSA key in bits, to bound the time of a verification. */
  private static final int MOST_BITS = 8_192;

  /** The types of keys; the names are the values of {@code kty}. */
  private enum Type {
    RSA,
    EC,
    OKP;

    /** The names of the public members of a key, besides {@code kty} and {@code alg}. */
    private List<String> members() {
      return switch (this) {
        case RSA -> List.of("n", "e");
        case EC -> List.of("crv", "x", "y");
        case OKP -> List.of("crv", "x");
      };
    }
  }

  private final Type type;
  private final String curve;
  private final int signatureBytes;

  SignatureAlgorithm(Type type, String curve, int signatureBytes) {
    this.type = type;
    this.curve = curve;
    this.signatureBytes = signatureBytes;
  }

  /**
   * The algorithm of a published key; empty if none fits. If the key names no algorithm, the first
   * algorithm for the type and curve of the key.
   */
  static Optional<SignatureAlgorithm> of(JsonObject key) {
    String name = key.getString("alg");
    return Stream.of(values())
        .filter(each -> each.type.name().equals(key.getString("kty")))
        .filter(each -> each.curve.isEmpty() || each.curve.equals(key.getString("crv")))
        .filter(each -> name == null || each.name().equals(name))
        .findFirst();
  }

  /**
   * Copies the public members of a key, and no other members.
   *
   * @throws IllegalArgumentException if a public member is missing
   */
  JsonObject publicPart(JsonObject key) {
    JsonObject part = new JsonObject().put("kty", type.name()).put("alg", name());
    for (String member : type.members()) {
      String value = key.getString(member);
      if (value == null) {
        throw new IllegalArgumentException("without " + member);
      }
      part.put(member, value);
    }
    return part;
  }

  /**
   * The length of a signature by a key, in bytes.
   *
   * @throws IllegalArgumentException if an RSA key is malformed, too short or too long
   */
  int signatureBytes(JsonObject key) {
    if (type != Type.RSA) {
      return signatureBytes;
    }
    int bits = new BigInteger(1, Base64.getUrlDecoder().decode(key.getString("n"))).bitLength();
    if (bits < LEAST_BITS || bits > MOST_BITS) {
      throw new IllegalArgumentException("of " + bits + " bits");
    }
    return (bits + 7) / 8;
  }
}
