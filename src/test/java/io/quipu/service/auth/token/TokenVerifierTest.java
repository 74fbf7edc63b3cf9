package io.quipu.service.auth.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.issuer.ForgedTokens;
import io.quipu.testing.dev.issuer.TestIssuer;
import io.quipu.testing.dev.issuer.TestKey;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenVerifierTest {
  @AutoClose private static final Vertx VERTX = Vertx.vertx();
  @AutoClose private static final TestIssuer ISSUER = new TestIssuer();
  @AutoClose private static final TestIssuer ATTACKER = new TestIssuer();

  private static IssuerKeys keys(JsonObject... published) {
    JsonObject set = new JsonObject().put("keys", new JsonArray(Arrays.asList(published)));
    Issuer issuer = new Issuer(ISSUER.name(), TestIssuer.AUDIENCE, null, null);
    return IssuerKeys.parse(VERTX, issuer, set.toBuffer());
  }

  private static TokenOutcome verify(String token, TestKey... keys) {
    return TokenVerifier.verify(
        token, keys(Arrays.stream(keys).map(TestKey::published).toArray(JsonObject[]::new)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"
      })
  void takesWhatTheIssuerHasSigned(String algorithm) {
    TestKey key = TestKey.of("first", algorithm);
    for (int i = 0; i < 20; i++) {
      // signatures over curves begin with zeros now and then
      JsonObject claims = ISSUER.claims("subject " + i, "read:votes");
      assertThat(verify(key.sign(claims), key))
          .isInstanceOfSatisfying(
              TokenOutcome.Valid.class,
              valid ->
                  assertThat(valid.claims())
                      .isEqualTo(
                          new TokenClaims(
                              claims.getString("sub"),
                              claims.getLong("exp"),
                              List.of("read:votes"))));
    }
  }

  /** Expired ones are left to whoever asks, who goes by a clock of their own. */
  @ParameterizedTest
  @ValueSource(strings = {"RS256", "PS256", "ES256", "ES512", "EdDSA"})
  void takesNothingElse(String algorithm) {
    TestKey key = TestKey.of("first", algorithm);
    ForgedTokens.of(ISSUER, key, ATTACKER)
        .forEach(
            (what, token) -> {
              TokenOutcome outcome = verify(token, key);
              if (what.equals("expired")) {
                assertThat(outcome).isInstanceOf(TokenOutcome.Valid.class);
              } else {
                assertThat(outcome).as(what).isNotInstanceOf(TokenOutcome.Valid.class);
              }
            });
  }

  /** The library fills up what is too short: such a token would be right. */
  @Test
  void aSignatureThatLacksItsLastZeroIsNone() {
    TestKey key = TestKey.of("first", "RS256");
    JsonObject claims = ISSUER.claims("a");
    String token = key.sign(claims);
    for (int i = 0; !endsWithZero(token); i++) {
      token = key.sign(claims.put("jti", i));
    }
    assertThat(verify(token, key)).isInstanceOf(TokenOutcome.Valid.class);
    byte[] signature = signature(token);
    assertThat(verify(with(token, Arrays.copyOf(signature, signature.length - 1)), key))
        .isInstanceOf(TokenOutcome.Invalid.class);
  }

  private static boolean endsWithZero(String token) {
    byte[] signature = signature(token);
    return signature[signature.length - 1] == 0;
  }

  private static byte[] signature(String token) {
    return Base64.getUrlDecoder().decode(token.substring(token.lastIndexOf('.') + 1));
  }

  private static String with(String token, byte[] signature) {
    return token.substring(0, token.lastIndexOf('.') + 1)
        + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
  }

  @Test
  void aKeyIdThatIsNotThereIsSaidToBeUnknown_andNothingElseIs() {
    TestKey key = TestKey.of("first", "ES256");
    JsonObject claims = ISSUER.claims("a");
    assertThat(verify(key.sign(key.header().put("kid", "second"), claims), key))
        .isInstanceOf(TokenOutcome.UnknownKey.class);
    assertThat(verify(TestKey.of("first", "ES256").sign(claims), key))
        .isInstanceOf(TokenOutcome.Invalid.class);
  }

  @Test
  void aTokenWithoutAKeyIdIsOfTheOnlyKey_orOfNone() {
    TestKey first = TestKey.of("first", "ES256");
    TestKey second = TestKey.of("second", "ES256");
    TestKey other = TestKey.of("other", "RS256");
    JsonObject header = new JsonObject().put("alg", "ES256");
    String token = first.sign(header, ISSUER.claims("a"));
    assertThat(verify(token, first, other)).isInstanceOf(TokenOutcome.Valid.class);
    assertThat(verify(token, first, second)).isInstanceOf(TokenOutcome.UnknownKey.class);
  }

  @Test
  void twoKeysOfOneIdAreNotTriedOneAfterTheOther() {
    TestKey key = TestKey.of("first", "ES256");
    TestKey same = TestKey.of("first", "ES256");
    assertThat(verify(key.sign(ISSUER.claims("a")), key, same))
        .isInstanceOf(TokenOutcome.UnknownKey.class);
    TestKey otherWay = TestKey.of("first", "RS256");
    assertThat(verify(key.sign(ISSUER.claims("a")), key, otherWay))
        .isInstanceOf(TokenOutcome.Valid.class);
  }

  @Test
  void theClockOfTheIssuerMayBeAheadALittle() {
    TestKey key = TestKey.of("first", "ES256");
    long ahead = Instant.now().getEpochSecond() + IssuerKey.LEEWAY_SECONDS - 3;
    assertThat(verify(key.sign(ISSUER.claims("a").put("nbf", ahead).put("iat", ahead)), key))
        .isInstanceOf(TokenOutcome.Valid.class);
  }

  @Test
  void oneOfSeveralAudiencesIsEnough() {
    TestKey key = TestKey.of("first", "ES256");
    JsonObject claims = ISSUER.claims("a").put("aud", List.of("other", TestIssuer.AUDIENCE));
    assertThat(verify(key.sign(claims), key)).isInstanceOf(TokenOutcome.Valid.class);
  }

  @Test
  void ownEntriesComeBeforeAScope_alsoWhereThereAreNone() {
    TestKey key = TestKey.of("first", "ES256");
    JsonObject claims = ISSUER.claims("a").put("scope", "openid admin:*");
    assertThat(entries(verify(key.sign(claims), key))).isEmpty();
    claims.remove("quipu");
    assertThat(entries(verify(key.sign(claims), key))).containsExactly("openid", "admin:*");
    claims.remove("scope");
    assertThat(entries(verify(key.sign(claims), key))).isEmpty();
  }

  private static List<String> entries(TokenOutcome outcome) {
    return ((TokenOutcome.Valid) outcome).claims().entries();
  }

  @Test
  void aKeyThatIsReplacedUnderItsIdIsAnotherKey() {
    TestKey before = TestKey.of("first", "ES256");
    TestKey after = TestKey.of("first", "ES256");
    TokenOutcome.Valid valid = (TokenOutcome.Valid) verify(before.sign(ISSUER.claims("a")), before);
    assertThat(keys(before.published()).include(valid.key())).isTrue();
    assertThat(keys(after.published()).include(valid.key())).isFalse();
  }
}
