package io.quipu.service.auth.token;

import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The ways of signing that are taken (RFC 7518, RFC 8037): those with a public key, and no other. A
 * key is for one of them, so that whoever sends a token chooses nothing.
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

  /** The least that RFC 7518 allows, and the most that is not there to keep us busy. */
  private static final int LEAST_BITS = 2_048;

  private static final int MOST_BITS = 8_192;

  /** Kinds of keys, as they are spelt. */
  private enum Type {
    RSA,
    EC,
    OKP;

    /** The public members. */
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

  /** The one that a published key is for; the first that fits where it does not say. */
  static Optional<SignatureAlgorithm> of(JsonObject key) {
    String name = key.getString("alg");
    return Stream.of(values())
        .filter(each -> each.type.name().equals(key.getString("kty")))
        .filter(each -> each.curve.isEmpty() || each.curve.equals(key.getString("crv")))
        .filter(each -> name == null || each.name().equals(name))
        .findFirst();
  }

  /** The public part of a key, and nothing else that came along with it. */
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
   * The length of a signature.
   *
   * @throws IllegalArgumentException if the key is too short, or longer than anybody needs
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
