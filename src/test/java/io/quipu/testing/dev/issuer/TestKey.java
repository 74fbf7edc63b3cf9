package io.quipu.testing.dev.issuer;

import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Base64;

/**
 * A key that signs tokens, by the JDK alone: what the service checks them with has no part in it.
 *
 * @param id as it is published, and as its tokens name it
 * @param algorithm as tokens name it
 */
public record TestKey(String id, String algorithm, KeyPair pair) {
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  /** A new one. */
  public static TestKey of(String id, String algorithm) {
    return new TestKey(id, algorithm, pair(algorithm, 2_048));
  }

  /** A new one for RS256, of so many bits. */
  public static TestKey rsa(String id, int bits) {
    return new TestKey(id, "RS256", pair("RS256", bits));
  }

  private static KeyPair pair(String algorithm, int bits) {
    try {
      switch (algorithm.substring(0, 2)) {
        case "RS", "PS" -> {
          KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
          rsa.initialize(bits);
          return rsa.generateKeyPair();
        }
        case "ES" -> {
          KeyPairGenerator curve = KeyPairGenerator.getInstance("EC");
          curve.initialize(new ECGenParameterSpec("secp" + curveBits(algorithm) + "r1"));
          return curve.generateKeyPair();
        }
        default -> {
          return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int curveBits(String algorithm) {
    return algorithm.equals("ES512") ? 521 : Integer.parseInt(algorithm.substring(2));
  }

  public PublicKey publicKey() {
    return pair.getPublic();
  }

  /** As the issuer publishes it (RFC 7517). */
  public JsonObject published() {
    JsonObject key = new JsonObject().put("kid", id).put("use", "sig").put("alg", algorithm);
    if (publicKey() instanceof RSAPublicKey rsa) {
      return key.put("kty", "RSA")
          .put("n", BASE64.encodeToString(unsigned(rsa.getModulus(), 0)))
          .put("e", BASE64.encodeToString(unsigned(rsa.getPublicExponent(), 0)));
    }
    if (publicKey() instanceof ECPublicKey curve) {
      int bytes = (curveBits(algorithm) + 7) / 8;
      return key.put("kty", "EC")
          .put("crv", "P-" + curveBits(algorithm))
          .put("x", BASE64.encodeToString(unsigned(curve.getW().getAffineX(), bytes)))
          .put("y", BASE64.encodeToString(unsigned(curve.getW().getAffineY(), bytes)));
    }
    byte[] encoded = publicKey().getEncoded();
    return key.put("kty", "OKP")
        .put("crv", "Ed25519")
        .put(
            "x",
            BASE64.encodeToString(
                Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length)));
  }

  /**
   * @param least so many bytes, with zeros before it
   */
  private static byte[] unsigned(BigInteger number, int least) {
    byte[] signed = number.toByteArray();
    byte[] plain = signed[0] == 0 ? Arrays.copyOfRange(signed, 1, signed.length) : signed;
    byte[] padded = new byte[Math.max(least, plain.length)];
    System.arraycopy(plain, 0, padded, padded.length - plain.length, plain.length);
    return padded;
  }

  /** The header that its tokens usually have. */
  public JsonObject header() {
    return new JsonObject().put("alg", algorithm).put("kid", id).put("typ", "at+jwt");
  }

  public String sign(JsonObject claims) {
    return sign(header(), claims);
  }

  public String sign(JsonObject header, JsonObject claims) {
    return sign(header.encode(), claims.encode());
  }

  /** A token of exactly these texts. */
  public String sign(String header, String claims) {
    String signed = part(header) + "." + part(claims);
    return signed + "." + BASE64.encodeToString(signature(signed));
  }

  static String part(String text) {
    return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] signature(String signed) {
    try {
      Signature signature = Signature.getInstance(name());
      AlgorithmParameterSpec parameters = parameters();
      if (parameters != null) {
        signature.setParameter(parameters);
      }
      signature.initSign(pair.getPrivate());
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private String name() {
    String hash = "SHA" + algorithm.substring(2);
    return switch (algorithm.substring(0, 2)) {
      case "RS" -> hash + "withRSA";
      case "PS" -> "RSASSA-PSS";
      case "ES" -> hash + "withECDSAinP1363Format";
      default -> "Ed25519";
    };
  }

  private AlgorithmParameterSpec parameters() {
    if (!algorithm.startsWith("PS")) {
      return null;
    }
    int bits = Integer.parseInt(algorithm.substring(2));
    String hash = "SHA-" + bits;
    return new PSSParameterSpec(hash, "MGF1", new MGF1ParameterSpec(hash), bits / 8, 1);
  }
}
