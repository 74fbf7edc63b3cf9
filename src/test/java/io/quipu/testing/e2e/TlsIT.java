package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An instance that is told a certificate, and clients that trust its authority alone. */
@EndToEnd
@Thorough
class TlsIT {
  @TempDir private Path folder;

  @Test
  void recordsCountsAndShowsLiveCounts(TestCassandra cassandra) throws Exception {
    TestAuthority authority = new TestAuthority(folder);
    TestAuthority.Leaf leaf = authority.sign("dns:localhost");
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(authority.trusting())
            .connectTimeout(TestPatience.LIMIT)
            .build();
    Map<String, String> environment =
        RunningQuipu.environment(cassandra.contactPoint(), cassandra.freshKeyspace());
    environment.putAll(files(leaf));
    try (SeparateQuipu quipu = SeparateQuipu.start(environment)) {
      URI base = quipu.awaitReadyUri();
      assertThat(base.toString()).startsWith("https://localhost:");
      URI counter = base.resolve("/v1/counters/default/hello");
      URI socket = URI.create(counter.resolve("hello/live").toString().replace("https", "wss"));
      try (LiveCounts live = new LiveCounts(client, socket)) {
        await().until(() -> live.last() == 0);
        HttpResponse<String> recorded =
            client.send(
                HttpRequest.newBuilder(counter.resolve("hello/events"))
                    .POST(BodyPublishers.noBody())
                    .build(),
                BodyHandlers.ofString());
        assertThat(recorded.statusCode()).isEqualTo(201);
        await().until(() -> live.last() == 1);
      }
      String count =
          client.send(HttpRequest.newBuilder(counter).build(), BodyHandlers.ofString()).body();
      assertThat(new JsonObject(count).getLong("count")).isEqualTo(1);
      quipu.terminate();
      assertThat(quipu.exitCode()).as(quipu.output()).isZero();
      assertThat(quipu.output()).contains("Serving the certificate of CN=leaf1");
    }
  }

  @Test
  void doesNotStart_withACertificateThatCannotBeServed() throws Exception {
    TestAuthority authority = new TestAuthority(folder);
    TestAuthority.Leaf leaf = authority.sign("dns:localhost");
    TestAuthority.Leaf other = authority.sign("dns:localhost");
    Map<String, String> files =
        files(new TestAuthority.Leaf(leaf.store(), leaf.chain(), other.key()));

    assertRefused(files, "the key is not that of the certificate");
    Files.delete(folder.resolve("tls.key"));
    assertRefused(files, folder.resolve("tls.key") + " cannot be read");
  }

  private static void assertRefused(Map<String, String> files, String why) {
    Map<String, String> environment = new java.util.HashMap<>(files);
    environment.put("QUIPU_HTTP_HOST", "127.0.0.1");
    try (SeparateQuipu quipu = SeparateQuipu.start(environment)) {
      assertThat(quipu.exitCode()).isEqualTo(2);
      assertThat(quipu.output().lines()).hasSize(1);
      assertThat(quipu.output()).contains("QUIPU_TLS_CERTIFICATE=", "QUIPU_TLS_KEY=", why);
    }
  }

  private Map<String, String> files(TestAuthority.Leaf leaf) throws Exception {
    return Map.of(
        "QUIPU_TLS_CERTIFICATE",
        Files.writeString(folder.resolve("tls.crt"), leaf.chain()).toString(),
        "QUIPU_TLS_KEY",
        Files.writeString(folder.resolve("tls.key"), leaf.key()).toString());
  }
}
