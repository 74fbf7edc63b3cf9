package io.quipu.testing.dev.issuer;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens that look right and are not, each by what is wrong with it. All of them name a subject and
 * ask for everything.
 */
public final class ForgedTokens {
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final String[] EVERYTHING = {"read:*", "record:*", "admin:*", "operate:*"};

  private final TestIssuer issuer;
  private final TestKey key;
  private final TestKey attackers;
  private final String attackersKeys;
  private final Map<String, String> tokens = new LinkedHashMap<>();

  private ForgedTokens(TestIssuer issuer, TestKey key, TestIssuer attacker) {
    this.issuer = issuer;
    this.key = key;
    this.attackers = TestKey.of(key.id(), key.algorithm());
    this.attackersKeys = attacker.keys();
    attacker.publish(attackers);
  }

  /**
   * Forges what it can.
   *
   * @param key that the issuer has published, as the only one
   * @param attacker publishes what would make some of them right, if anybody asked it
   */
  public static Map<String, String> of(TestIssuer issuer, TestKey key, TestIssuer attacker) {
    ForgedTokens all = new ForgedTokens(issuer, key, attacker);
    all.ofWrongClaims();
    all.unsigned();
    all.signedWithAPublicKey();
    all.signedByAnother();
    all.withAnotherKeyId();
    all.changed();
    all.malformed();
    return all.tokens;
  }

  private JsonObject claims() {
    return issuer.claims("mallory", EVERYTHING);
  }

  private void ofWrongClaims() {
    long now = Instant.now().getEpochSecond();
    signed("expired", claims().put("exp", now - 1));
    signed("expired long ago", claims().put("exp", 1));
    signed("without an end", without("exp"));
    signed("with an end of null", claims().putNull("exp"));
    signed("with an end that is a text", claims().put("exp", Long.toString(now + 3_600)));
    signed("with an end that is negative", claims().put("exp", -1));
    signed("with an end past all time", claims().put("exp", Long.MAX_VALUE));
    signed("with a fraction of a second", claims().put("exp", now + 3_600.5));
    signed("not valid yet", claims().put("nbf", now + 60));
    signed("valid from a text on", claims().put("nbf", "0"));
    signed("issued in the future", claims().put("iat", now + 60));
    signed("for another audience", claims().put("aud", "somebody-else"));
    signed("for other audiences", claims().put("aud", List.of("a", "b")));
    signed("for no audience", without("aud"));
    signed("for an empty list", claims().put("aud", new JsonArray()));
    signed("for an audience of null", claims().putNull("aud"));
    signed("for a number", claims().put("aud", 1));
    signed(
        "for the audience in capitals",
        claims().put("aud", TestIssuer.AUDIENCE.toUpperCase(Locale.ROOT)));
    signed("for the audience and a space", claims().put("aud", TestIssuer.AUDIENCE + " "));
    signed("of another issuer", claims().put("iss", "http://localhost:1"));
    signed("of the issuer with a slash", claims().put("iss", issuer.name() + "/"));
    signed("of no issuer", without("iss"));
    signed("of a list of issuers", claims().put("iss", List.of(issuer.name())));
    signed("of nobody", without("sub"));
    signed("of an empty name", claims().put("sub", ""));
    signed("of a name with a line of a log", claims().put("sub", "a\nkey=first denied"));
    signed("of a long name", claims().put("sub", "a".repeat(256)));
    signed("of a number", claims().put("sub", 7));
    signed("with entries that are a text", claims().put("quipu", "read:*"));
    signed("with entries that are an object", claims().put("quipu", new JsonObject()));
    signed("with an entry that is an object", claims().put("quipu", List.of(new JsonObject())));
    signed("with a scope that is a list", without("quipu").put("scope", List.of("read:*")));
    String text = claims().encode();
    String twice = text.substring(0, text.length() - 1);
    put("with two ends", key.sign(key.header().encode(), twice + ",\"exp\":9999999999}"));
    put("with two lists of entries", key.sign(key.header().encode(), twice + ",\"quipu\":[]}"));
    put("of two issuers", key.sign(key.header().encode(), "{\"iss\":\"x\"," + text.substring(1)));
  }

  private JsonObject without(String claim) {
    JsonObject claims = claims();
    claims.remove(claim);
    return claims;
  }

  private void signed(String what, JsonObject claims) {
    put(what, key.sign(claims));
  }

  private void put(String what, String token) {
    if (tokens.put(what, token) != null) {
      throw new IllegalStateException("twice: " + what);
    }
  }

  private void unsigned() {
    for (String none : List.of("none", "None", "NONE", "nOnE", "", " none", "null")) {
      String signed = parts(key.header().put("alg", none));
      put("unsigned by " + none, signed + ".");
      put("unsigned by " + none + " with two parts", signed);
      put("unsigned by " + none + " with a signature", signed + "." + signature(key));
    }
    put("of an algorithm that is null", parts(key.header().putNull("alg")) + ".AAAA");
    put("of no algorithm", parts(new JsonObject().put("kid", key.id())) + "." + signature(key));
    put(
        "of two algorithms",
        key.sign("{\"alg\":\"none\"," + key.header().encode().substring(1), claims().encode()));
    put("without its signature", parts(key.header()) + ".");
    put("without the place of its signature", parts(key.header()));
  }

  private String parts(JsonObject header) {
    return TestKey.part(header.encode()) + "." + TestKey.part(claims().encode());
  }

  private String signature(TestKey by) {
    return lastPart(by.sign(claims()));
  }

  private static String lastPart(String token) {
    return token.substring(token.lastIndexOf('.') + 1);
  }

  /** Takes the public key, which everybody knows, for the secret of a symmetric algorithm. */
  private void signedWithAPublicKey() {
    byte[] der = key.publicKey().getEncoded();
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    String pem = "-----BEGIN PUBLIC KEY-----\n" + lines + "\n-----END PUBLIC KEY-----";
    Map<String, byte[]> secrets =
        Map.of(
            "PEM", pem.getBytes(StandardCharsets.US_ASCII),
            "PEM and a line", (pem + "\n").getBytes(StandardCharsets.US_ASCII),
            "DER", der,
            "JWK", key.published().encode().getBytes(StandardCharsets.US_ASCII),
            "nothing", new byte[] {0});
    secrets.forEach(
        (form, secret) -> {
          for (String algorithm : List.of("HS256", "HS384", "HS512")) {
            String signed = parts(key.header().put("alg", algorithm));
            put(
                algorithm + " with " + form,
                signed + "." + BASE64.encodeToString(mac(algorithm, secret, signed)));
          }
        });
  }

  private static byte[] mac(String algorithm, byte[] secret, String signed) {
    try {
      String name = "HmacSHA" + algorithm.substring(2);
      Mac mac = Mac.getInstance(name);
      mac.init(new SecretKeySpec(secret, name));
      return mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void signedByAnother() {
    put("by another key of the same id", attackers.sign(claims()));
    put("by another key without an id", attackers.sign(without(key.header(), "kid"), claims()));
    JsonObject theirs = attackers.published();
    put("with a key in it", attackers.sign(key.header().put("jwk", theirs), claims()));
    put(
        "with a key of another id in it",
        attackers.sign(key.header().put("kid", "other").put("jwk", theirs), claims()));
    for (String member : List.of("jku", "x5u")) {
      put("with " + member, attackers.sign(key.header().put(member, attackersKeys), claims()));
    }
    put(
        "with x5c",
        attackers.sign(
            key.header()
                .put(
                    "x5c",
                    List.of(Base64.getEncoder().encodeToString(key.publicKey().getEncoded()))),
            claims()));
    TestKey otherWay = TestKey.of(key.id(), key.algorithm().equals("ES256") ? "RS256" : "ES256");
    put("by another algorithm", otherWay.sign(claims()));
    put("by another algorithm than it says", otherWay.sign(key.header(), claims()));
    put("of another kind", key.sign(key.header().put("typ", "logout+jwt"), claims()));
    put(
        "with an extension",
        key.sign(key.header().put("crit", List.of("b64")).put("b64", false), claims()));
  }

  private static JsonObject without(JsonObject header, String member) {
    header.remove(member);
    return header;
  }

  private void withAnotherKeyId() {
    for (String id :
        List.of(
            "unknown",
            "",
            "../../../../dev/null",
            "/etc/passwd",
            "file:///dev/null",
            attackersKeys,
            "' OR '1'='1",
            "x' UNION SELECT 'c2VjcmV0' --",
            "$(id)",
            "\u0000",
            key.id() + "\u0000",
            key.id() + " ",
            key.id().toUpperCase(Locale.ROOT))) {
      put("by key id " + JsonObject.of("", id), key.sign(key.header().put("kid", id), claims()));
      put(
          "by secret of key id " + JsonObject.of("", id),
          hmac(key.header().put("alg", "HS256").put("kid", id)));
    }
    put("by a key id that is a number", key.sign(key.header().put("kid", 1), claims()));
    put("by a key id that is null", key.sign(key.header().putNull("kid"), claims()));
  }

  private String hmac(JsonObject header) {
    String signed = parts(header);
    return signed + "." + BASE64.encodeToString(mac("HS256", new byte[1], signed));
  }

  private void changed() {
    String token = key.sign(claims());
    String[] parts = token.split("\\.", -1);
    put(
        "with another payload",
        token(parts[0], TestKey.part(claims().put("sub", "root").encode()), parts[2]));
    put(
        "with another header",
        token(TestKey.part(key.header().put("x", 1).encode()), parts[1], parts[2]));
    byte[] signature = Base64.getUrlDecoder().decode(parts[2]);
    for (int length : new int[] {1, signature.length / 2, signature.length - 1}) {
      put(
          "with " + length + " bytes of its signature",
          token(parts[0], parts[1], copy(signature, length)));
    }
    put("with a byte more", token(parts[0], parts[1], copy(signature, signature.length + 1)));
    put(
        "with a signature of zeros",
        token(parts[0], parts[1], encoded(new byte[signature.length])));
    signature[signature.length / 2] ^= 1;
    put("with a flipped bit", token(parts[0], parts[1], encoded(signature)));
  }

  private static String token(String header, String claims, String signature) {
    return String.join(".", header, claims, signature);
  }

  private static String encoded(byte[] bytes) {
    return BASE64.encodeToString(bytes);
  }

  private static String copy(byte[] bytes, int length) {
    return encoded(Arrays.copyOf(bytes, length));
  }

  private void malformed() {
    String token = key.sign(claims());
    put("with a part more", token + ".AAAA");
    put("with a point before it", "." + token);
    put("with a point more", token.replaceFirst("\\.", ".."));
    put("in other base64", token.replaceFirst("\\.", "=."));
    put("of points", "..");
    put("of nothing", ".");
    put("of a word", "token");
    put("of a key of our own", "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AB");
    put("of no JSON", TestKey.part("{") + "." + TestKey.part("{}") + ".AAAA");
    put("of arrays", key.sign("[]", "[]"));
    put("of numbers", key.sign("1", "1"));
    put("of deep JSON", key.sign(key.header().encode(), "[".repeat(1_000) + "]".repeat(1_000)));
    put(
        "of what is no UTF-8",
        token(
            TestKey.part(key.header().encode()),
            encoded(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'}),
            signature(key)));
    put("of something after it", key.sign(key.header().encode(), claims().encode() + "{}"));
    put("of 9 kB", key.sign(claims().put("padding", "a".repeat(7_000))));
  }
}
