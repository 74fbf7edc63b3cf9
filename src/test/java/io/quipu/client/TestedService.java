package io.quipu.client;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Instances of the real service, asked without the client under test. */
final class TestedService implements AutoCloseable {
  static final String NAMESPACE = "behaviours";

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final List<URI> instances;
  private final ClientUnderTest.Start client;
  private final AutoCloseable running;

  private TestedService(List<URI> instances, ClientUnderTest.Start client, AutoCloseable running) {
    this.instances = instances;
    this.client = client;
    this.running = running;
  }

  /** Two instances in this JVM. */
  static TestedService start(TestCassandra cassandra, ClientUnderTest.Start client) {
    RunningQuipu quipu =
        RunningQuipu.start(2, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "200ms"));
    return of(List.of(quipu.uri(0), quipu.uri(1)), client, quipu);
  }

  /** Instances that are elsewhere. */
  static TestedService of(
      List<URI> instances, ClientUnderTest.Start client, AutoCloseable running) {
    TestedService service = new TestedService(instances, client, running);
    service.send(
        "PUT", "/v1/namespaces/" + NAMESPACE, "{\"kind\":\"event\",\"deduplicate\":\"24h\"}");
    return service;
  }

  ClientUnderTest.Start client() {
    return client;
  }

  List<InetSocketAddress> addresses() {
    return instances.stream()
        .map(uri -> new InetSocketAddress(InetAddress.getLoopbackAddress(), uri.getPort()))
        .toList();
  }

  JsonObject read(String counter) {
    String name = URLEncoder.encode(counter, StandardCharsets.UTF_8).replace("+", "%20");
    return send("GET", "/v1/counters/" + NAMESPACE + "/" + name, "");
  }

  /** Records without the client under test. */
  void record(String counter, String events) {
    send("POST", "/v1/counters/" + NAMESPACE + "/" + counter + "/events", events);
  }

  void reset(String counter) {
    send("DELETE", "/v1/counters/" + NAMESPACE + "/" + counter, "");
  }

  private JsonObject send(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(instances.get(0).resolve(path))
            .timeout(TestPatience.LIMIT)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    try {
      HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw new AssertionError(response.statusCode() + " " + response.body());
      }
      return new JsonObject(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws Exception {
    running.close();
  }
}
