package io.quipu.testing.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.Alone;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.dev.issuer.TestIssuer;
import io.quipu.testing.dev.issuer.TestKey;
import io.quipu.testing.e2e.Api;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** The production overlay and the components, run, with all that they need. */
@Alone
@Thorough
class PodmanComponentsIT {
  @TempDir private static Path folder;
  @AutoClose private static final Vertx VERTX = Vertx.vertx();
  private static ComponentStage stage;
  private static HttpClient https;

  /** The schema is made by the Job, and by nobody else: the other account may only change rows. */
  @BeforeAll
  static void start() {
    stage = new ComponentStage(StandInImage.builtOrAborted(), folder);
    Buffer authority = Buffer.buffer(stage.authority().certificate());
    https =
        VERTX.createHttpClient(
            new HttpClientOptions()
                .setSsl(true)
                .setTrustOptions(new PemTrustOptions().addCertValue(authority)));
    stage.execute(
        "CREATE ROLE quipu_schema WITH PASSWORD = '%1$s' AND LOGIN = true",
        "CREATE ROLE quipu WITH PASSWORD = '%2$s' AND LOGIN = true",
        "GRANT CREATE ON ALL KEYSPACES TO quipu_schema");
    assertThat(stage.runJob(production(Map.of())))
        .isEqualTo("0: Keyspace quipu has the schema of this version");
    stage.execute(
        "GRANT SELECT ON KEYSPACE quipu TO quipu", "GRANT MODIFY ON KEYSPACE quipu TO quipu");
  }

  @AfterAll
  static void end() {
    if (stage != null) {
      stage.close();
    }
  }

  private static PodTemplate production(Map<String, String> more) {
    return template("overlays/production", List.of("schema-job", "resp", "kafka"), more);
  }

  private static PodTemplate template(
      String resource, List<String> components, Map<String, String> more) {
    Map<String, String> variables = new HashMap<>(stage.servers());
    variables.putAll(more);
    List<Path> paths = new ArrayList<>();
    components.forEach(name -> paths.add(Kustomization.ROOT.resolve("components/" + name)));
    return stage.template(Kustomization.of(Kustomization.ROOT.resolve(resource), paths), variables);
  }

  /** Over TLS to Cassandra and from callers, with the first key, for Redis clients and Kafka. */
  @Test
  void productionCounts_byEachWayIn() {
    stage.topics().create("orders", 2);
    Replica replica = stage.start(production(Map.of()));
    InetSocketAddress endpoint = replica.endpoint();

    overTls(endpoint, HttpMethod.PUT, "/v1/namespaces/shop", "{\"kind\": \"unique\"}");
    overTls(endpoint, HttpMethod.PUT, "/v1/namespaces/redis", "{\"kind\": \"event\"}");
    String visits = "/v1/counters/shop/visits";
    assertThat(overTls(endpoint, HttpMethod.POST, visits + "/events", "{\"id\": \"first\"}"))
        .containsEntry("status", "recorded");
    assertThat(overTls(endpoint, HttpMethod.GET, visits, "")).containsEntry("count", 1);

    int patience = (int) TestPatience.LIMIT.toMillis();
    SSLSocketFactory trusting = stage.authority().trusting().getSocketFactory();
    try (Jedis redis =
        new Jedis(endpoint.getHostString(), 6379, patience, true, trusting, null, null)) {
      redis.auth(ComponentStage.KEY);
      redis.sendCommand(() -> Buffer.buffer("QUIPU.ADD").getBytes(), "likes");
      assertThat(redis.get("likes")).isEqualTo("1");
    }

    Stream.of("a", "b", "c").forEach(key -> stage.topics().send("orders", key, "{}"));
    stage.topics().flush();
    await("the records to be counted")
        .untilAsserted(
            () ->
                assertThat(overTls(endpoint, HttpMethod.GET, "/v1/counters/shop/orders", ""))
                    .containsEntry("count", 3));
    assertThat(replica.warnings()).noneMatch(line -> line.contains("ERROR"));
  }

  @Test
  void tokensOfAnIssuerAreTaken_andNobodyElse() {
    TestIssuer issuer = stage.issuer();
    TestKey key = TestKey.of("first", "ES256");
    issuer.publish(key);
    PodTemplate template =
        template(
            "base",
            List.of("cassandra-account", "cassandra-tls", "jwt", "schema-job"),
            Map.of(
                "QUIPU_JWT_ISSUER",
                issuer.name(),
                "QUIPU_JWT_AUDIENCE",
                TestIssuer.AUDIENCE,
                "QUIPU_JWT_CA_CERTIFICATE",
                "/etc/quipu/cassandra-tls/ca.pem"));
    InetSocketAddress endpoint = stage.start(template).endpoint();
    URI events =
        URI.create(
            "http://%s:%d/v1/counters/default/votes/events"
                .formatted(endpoint.getHostString(), endpoint.getPort()));

    Api.send(post(events)).expect(401);
    String token = key.sign(issuer.claims("alice", "record:default"));
    Api.send(post(events).header("Authorization", "Bearer " + token)).expect(201);
    String other = key.sign(issuer.claims("bob", "record:other"));
    Api.send(post(events).header("Authorization", "Bearer " + other)).expect(403);
  }

  private static HttpRequest.Builder post(URI uri) {
    return HttpRequest.newBuilder(uri).POST(BodyPublishers.noBody());
  }

  /** Asks by the name in the certificate, with the first key. */
  private static Map<String, Object> overTls(
      InetSocketAddress endpoint, HttpMethod method, String path, String body) {
    RequestOptions request =
        new RequestOptions()
            .setServer(
                SocketAddress.inetSocketAddress(endpoint.getPort(), endpoint.getHostString()))
            .setHost("quipu")
            .setPort(endpoint.getPort())
            .setMethod(method)
            .setURI(path)
            .putHeader("Content-Type", "application/json")
            .putHeader("Authorization", "Bearer " + ComponentStage.KEY);
    Buffer answer =
        TestPatience.join(
            https
                .request(request)
                .compose(sent -> sent.send(body))
                .compose(response -> response.body())
                .toCompletionStage());
    return new JsonObject(answer).getMap();
  }
}
