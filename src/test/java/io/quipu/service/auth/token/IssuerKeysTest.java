package io.quipu.service.auth.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.testing.dev.issuer.TestKey;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IssuerKeysTest {
  @AutoClose private static final Vertx VERTX = Vertx.vertx();
  private static final Issuer ISSUER = new Issuer("https://issuer.example", "quipu", null, null);
  private static final TestKey GOOD = TestKey.of("good", "ES256");

  private static IssuerKeys parse(String set) {
    return IssuerKeys.parse(VERTX, ISSUER, Buffer.buffer(set));
  }

  private static IssuerKeys with(JsonObject other) {
    return parse(new JsonObject().put("keys", List.of(GOOD.published(), other)).encode());
  }

  private static void leavesOut(String why, JsonObject key) {
    assertThat(with(key).size()).as(why).isEqualTo(1);
  }

  @Test
  void leavesOutWhatIsNoPublicKeyForSignatures() {
    JsonObject rsa = TestKey.of("rsa", "RS256").published();
    JsonObject curve = TestKey.of("curve", "ES384").published();
    assertThat(with(rsa).size()).isEqualTo(2);
    assertThat(with(curve).size()).isEqualTo(2);
    leavesOut("a secret", new JsonObject().put("kty", "oct").put("kid", "a").put("k", "AAAA"));
    leavesOut(
        "a secret that names no algorithm of ours",
        new JsonObject().put("kty", "oct").put("alg", "RS256").put("k", "AAAA"));
    leavesOut("for encryption", rsa.copy().put("use", "enc"));
    leavesOut("for other operations", rsa.copy().put("key_ops", List.of("encrypt")));
    leavesOut("a symmetric algorithm", rsa.copy().put("alg", "HS256"));
    leavesOut("no algorithm", rsa.copy().put("alg", "none"));
    leavesOut("of encryption", rsa.copy().put("alg", "RSA-OAEP"));
    leavesOut("of another type", rsa.copy().put("alg", "ES256"));
    leavesOut("of another curve", curve.copy().put("alg", "ES256"));
    leavesOut("of a curve that nobody has", curve.copy().put("crv", "P-1"));
    leavesOut("short", TestKey.rsa("short", 1_024).published());
    leavesOut("without a part", without(rsa, "n"));
    leavesOut("with a part that is not base64", rsa.copy().put("n", "%"));
    leavesOut("with a point that is not there", without(curve, "y"));
    leavesOut("with a point that is not base64", curve.copy().put("x", "%"));
    leavesOut("long", rsa.copy().put("n", Base64.getUrlEncoder().encodeToString(tooLong())));
    leavesOut("nothing", new JsonObject());
  }

  private static byte[] tooLong() {
    byte[] bytes = new byte[2_000];
    Arrays.fill(bytes, (byte) 0x7f);
    return bytes;
  }

  private static JsonObject without(JsonObject key, String member) {
    JsonObject rest = key.copy();
    rest.remove(member);
    return rest;
  }

  @Test
  void takesTheUsualAlgorithmWhereAKeyNamesNone() {
    for (String algorithm : List.of("RS256", "ES256", "ES384", "ES512", "EdDSA")) {
      JsonObject key = without(TestKey.of("other", algorithm).published(), "alg");
      assertThat(with(key).find(algorithm, "other")).as(algorithm).isNotNull();
    }
  }

  @Test
  void aMemberThatIsNullIsAsIfItWereNotThere() {
    for (String member : List.of("use", "key_ops", "alg")) {
      JsonObject key = TestKey.of("other", "RS256").published().putNull(member);
      assertThat(with(key).find("RS256", "other")).as(member).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"keys\": {}}",
        "{\"keys\": null}",
        "{\"keys\": []}",
        "{\"keys\": [null]}",
        "{\"keys\": [1, \"a\", []]}",
        "{\"keys\": [{\"kty\": \"RSA\"}]}",
        "<html>"
      })
  void aSetWithoutAKeyThatCanBeUsedIsNone(String set) {
    assertThatThrownBy(() -> parse(set)).isInstanceOf(IssuerUnusable.class);
  }

  @Test
  void aSetOfMoreThanAnybodyPublishesIsNone() {
    List<JsonObject> many = new ArrayList<>();
    for (int i = 0; i <= IssuerKeys.MOST; i++) {
      many.add(GOOD.published().put("kid", "key" + i));
    }
    String set = new JsonObject().put("keys", new JsonArray(many)).encode();
    assertThatThrownBy(() -> parse(set)).isInstanceOf(IssuerUnusable.class);
  }
}
