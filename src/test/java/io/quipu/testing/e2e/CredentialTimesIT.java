package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.service.auth.token.Issuer;
import io.quipu.service.auth.token.IssuerKeys;
import io.quipu.service.auth.token.TokenOutcome;
import io.quipu.service.auth.token.TokenVerifier;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.dev.issuer.TestIssuer;
import io.quipu.testing.dev.issuer.TestKey;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long answers take to credentials that nobody has seen before, right ones and wrong ones. It
 * prints figures, which docs/performance.md has from one run; how steady a machine is cannot be
 * asserted.
 */
@EndToEnd
@Thorough
class CredentialTimesIT {
  private static final int ROUNDS = 1_000;
  private static final int WARM_UP = 500;
  private static final int STARTS = 5;

  private final SecureRandom secrets = new SecureRandom();

  @Test
  void ofKeys(TestCassandra cassandra, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), KeyedApi.BOOTSTRAP);
    try (RunningQuipu quipu =
        RunningQuipu.start(
            1,
            cassandra,
            Map.of("QUIPU_AUTH", "keys", "QUIPU_BOOTSTRAP_KEY_FILE", file.toString()))) {
      KeyedApi first = new KeyedApi(quipu.api(0), KeyedApi.BOOTSTRAP);
      List<String> right = new ArrayList<>();
      for (int i = 0; i < ROUNDS + WARM_UP; i++) {
        right.add(first.create("{\"scopes\": [\"read:default\"]}").key());
      }
      Map<String, IntFunction<String>> kinds = new LinkedHashMap<>();
      kinds.put("unknown id", i -> "qk_" + id() + "_" + secret());
      kinds.put("unknown id, again", i -> "qk_" + id() + "_" + secret());
      kinds.put(
          "wrong secret of a known id",
          i -> "qk_" + right.get(i).split("_", 3)[1] + "_" + secret());
      kinds.put("right key, not seen before", right::get);
      measure("keys", quipu, kinds);
    }
  }

  @Test
  void ofTokens(TestCassandra cassandra) throws IOException {
    for (String algorithm : List.of("RS256", "ES256")) {
      TestKey key = TestKey.of("first", algorithm);
      TestKey another = TestKey.of("first", algorithm);
      try (TestIssuer issuer = new TestIssuer()) {
        issuer.publish(key);
        Map<String, String> variables = issuer.variables();
        variables.put("QUIPU_JWT_REFRESH", "1m");
        try (RunningQuipu quipu = RunningQuipu.start(1, cassandra, variables)) {
          Map<String, IntFunction<String>> kinds = new LinkedHashMap<>();
          kinds.put("no token", i -> "a.b." + secret());
          kinds.put(
              "unknown key id",
              i -> another.sign(another.header().put("kid", id()), claims(issuer, i)));
          kinds.put("wrong signature", i -> another.sign(claims(issuer, i)));
          kinds.put("wrong signature, again", i -> another.sign(claims(issuer, i)));
          kinds.put("another audience", i -> key.sign(claims(issuer, i).put("aud", "other")));
          kinds.put("right token, not seen before", i -> key.sign(claims(issuer, i)));
          measure(algorithm, quipu, kinds);
        }
      }
    }
  }

  private static JsonObject claims(TestIssuer issuer, int i) {
    return issuer.claims("subject " + i, "read:default");
  }

  private String id() {
    return new Random()
        .ints(16, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private String secret() {
    byte[] bytes = new byte[32];
    secrets.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** One of each kind in each round, in an order that is drawn for each. */
  private static void measure(
      String title, RunningQuipu quipu, Map<String, IntFunction<String>> kinds) throws IOException {
    Map<String, List<Long>> times = new LinkedHashMap<>();
    kinds.keySet().forEach(kind -> times.put(kind, new ArrayList<>()));
    List<String> order = new ArrayList<>(kinds.keySet());
    Random random = new Random(7);
    try (TimedRequests requests = new TimedRequests(quipu.uri(0))) {
      for (int round = 0; round < ROUNDS + WARM_UP; round++) {
        Collections.shuffle(order, random);
        for (String kind : order) {
          long nanos = requests.get("/v1/counters/default/a", kinds.get(kind).apply(round));
          if (round >= WARM_UP) {
            times.get(kind).add(nanos);
          }
        }
      }
    }
    System.out.printf("%s, %d of each, us:%n", title, ROUNDS);
    List<Long> base = times.values().iterator().next();
    times.forEach(
        (kind, some) ->
            System.out.printf(
                "  %-30s p10 %5d  median %5d  p90 %5d  difference to the first: median %5d (95 %%"
                    + " between %d and %d)%n",
                kind,
                at(some, 0.1),
                at(some, 0.5),
                at(some, 0.9),
                at(differences(some, base), 0.5),
                at(differences(some, base), 0.5 - 0.98 / Math.sqrt(ROUNDS)),
                at(differences(some, base), 0.5 + 0.98 / Math.sqrt(ROUNDS))));
    assertThat(base).hasSize(ROUNDS);
  }

  private static List<Long> differences(List<Long> some, List<Long> base) {
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      all.add(some.get(i) - base.get(i));
    }
    return all;
  }

  /** In microseconds. */
  private static long at(List<Long> nanos, double rank) {
    List<Long> sorted = nanos.stream().sorted().toList();
    return Math.round(sorted.get((int) (rank * (sorted.size() - 1))) / 1_000.0);
  }

  /** From the start of a process to its ready line, in turn. */
  @Test
  void ofStarts(TestCassandra cassandra) {
    try (TestIssuer issuer = new TestIssuer()) {
      issuer.publish(TestKey.of("first", "ES256"));
      Map<String, Map<String, String>> modes = new LinkedHashMap<>();
      modes.put("none", Map.of());
      modes.put("keys", Map.of("QUIPU_AUTH", "keys"));
      modes.put("jwt", issuer.variables());
      Map<String, String> usual =
          RunningQuipu.environment(cassandra.contactPoint(), cassandra.freshKeyspace());
      Map<String, List<Long>> times = new LinkedHashMap<>();
      for (int round = 0; round <= STARTS; round++) {
        for (Map.Entry<String, Map<String, String>> mode : modes.entrySet()) {
          Map<String, String> variables = new HashMap<>(usual);
          variables.putAll(mode.getValue());
          long begun = System.nanoTime();
          try (SeparateQuipu started = SeparateQuipu.start(variables)) {
            started.awaitReady();
            if (round > 0) {
              times
                  .computeIfAbsent(mode.getKey(), first -> new ArrayList<>())
                  .add(System.nanoTime() - begun);
            }
          }
        }
      }
      times.forEach(
          (mode, some) ->
              System.out.printf(
                  "start with %s: median %d ms of %d, least %d%n",
                  mode, at(some, 0.5) / 1_000, STARTS, at(some, 0) / 1_000));
      assertThat(times).hasSize(3);
    }
  }

  /** What a signature costs a processor. */
  @Test
  void ofSignatures() {
    Vertx vertx = Vertx.vertx();
    try (TestIssuer name = new TestIssuer()) {
      Issuer issuer = new Issuer(name.name(), TestIssuer.AUDIENCE, null, null);
      for (String algorithm :
          List.of("RS256", "PS256", "RS512", "ES256", "ES384", "ES512", "EdDSA")) {
        TestKey key = TestKey.of("first", algorithm);
        JsonObject set = new JsonObject().put("keys", new JsonArray().add(key.published()));
        IssuerKeys keys = IssuerKeys.parse(vertx, issuer, set.toBuffer());
        String token = key.sign(name.claims("alice", "read:votes", "record:votes"));
        long wholly = time(token, keys);
        long unsigned = time(key.sign(key.header().put("kid", "other"), name.claims("a")), keys);
        System.out.printf(
            "%s: %d us for a token, %d us for one of an unknown key id%n",
            algorithm, wholly, unsigned);
      }
    } finally {
      vertx.close().await();
    }
  }

  private static long time(String token, IssuerKeys keys) {
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      long begun = System.nanoTime();
      TokenOutcome outcome = TokenVerifier.verify(token, keys);
      times.add(System.nanoTime() - begun);
      assertThat(outcome).isNotInstanceOf(TokenOutcome.Invalid.class);
    }
    return at(times.subList(2_000, 3_000), 0.5);
  }
}
