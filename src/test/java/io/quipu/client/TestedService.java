package io.quipu.client;

import io.quipu.testing.dev.HttpApi;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** Instances of the real service, asked without the client under test. */
final class TestedService implements AutoCloseable {
  static final String NAMESPACE = "behaviours";

  /** A namespace whose events may be a week old. */
  static final String LATE = "late-behaviours";

  /** A namespace whose counters are broken down by country, and by country and plan. */
  static final String BROKEN = "broken-behaviours";

  /** A namespace of sketches of distinct values. */
  static final String VISITORS = "visitor-behaviours";

  /** A namespace of sketches of frequent values. */
  static final String SONGS = "song-behaviours";

  /** A namespace of sketches of quantiles. */
  static final String LATENCIES = "latency-behaviours";

  /** A namespace of values of many actors. */
  static final String PAYMENTS = "payment-behaviours";

  /** A namespace of counters that are at most 100. */
  static final String TICKETS = "ticket-behaviours";

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
    service.send("PUT", "/v1/namespaces/" + LATE, "{\"kind\":\"event\",\"lateness\":\"7d\"}");
    service.send(
        "PUT",
        "/v1/namespaces/" + BROKEN,
        "{\"kind\":\"event\",\"labels\":[\"country\",\"plan\"],"
            + "\"breakdowns\":[[\"country\"],[\"country\",\"plan\"]]}");
    service.send(
        "PUT",
        "/v1/namespaces/" + VISITORS,
        "{\"kind\":\"sketch\",\"state\":\"distinct\",\"windows\":[\"day\"]}");
    service.send(
        "PUT",
        "/v1/namespaces/" + SONGS,
        "{\"kind\":\"sketch\",\"state\":\"top\",\"windows\":[\"day\"]}");
    service.send(
        "PUT",
        "/v1/namespaces/" + LATENCIES,
        "{\"kind\":\"sketch\",\"state\":\"quantiles\",\"windows\":[\"day\"]}");
    service.send("PUT", "/v1/namespaces/" + PAYMENTS, "{\"kind\":\"latest\"}");
    service.send("PUT", "/v1/namespaces/" + TICKETS, "{\"kind\":\"linear\",\"max\":100}");
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
    return read(NAMESPACE, counter);
  }

  JsonObject read(String namespace, String counter) {
    String name = URLEncoder.encode(counter, StandardCharsets.UTF_8).replace("+", "%20");
    return send("GET", "/v1/counters/" + namespace + "/" + name, "");
  }

  /** The day of a time, of a counter of {@link #LATE}. */
  JsonObject day(String counter, Instant time) {
    Instant day = time.truncatedTo(ChronoUnit.DAYS);
    return send(
            "GET",
            "/v1/counters/"
                + LATE
                + "/"
                + counter
                + "/windows?granularity=day&from="
                + day
                + "&to="
                + day.plus(1, ChronoUnit.DAYS),
            "")
        .getJsonArray("windows")
        .getJsonObject(0);
  }

  /** Records without the client under test. */
  void record(String counter, String events) {
    record(NAMESPACE, counter, events);
  }

  /** Records without the client under test, in a namespace. */
  void record(String namespace, String counter, String events) {
    send("POST", "/v1/counters/" + namespace + "/" + counter + "/events", events);
  }

  void reset(String counter) {
    send("DELETE", "/v1/counters/" + NAMESPACE + "/" + counter, "");
  }

  /** Deletes a counter, with its name. */
  void purge(String counter) {
    send("DELETE", "/v1/counters/" + NAMESPACE + "/" + counter + "?purge=true", "");
  }

  /** Records events of several counters without the client under test. */
  void recordAll(String events) {
    send("POST", "/v1/events", events);
  }

  void putNamespace(String namespace) {
    send("PUT", "/v1/namespaces/" + namespace, "{\"kind\":\"event\"}");
  }

  void deleteNamespace(String namespace) {
    send("DELETE", "/v1/namespaces/" + namespace, "");
  }

  private JsonObject send(String method, String path, String body) {
    return new JsonObject(new HttpApi(instances.get(0)).send(method, path, body));
  }

  @Override
  public void close() throws Exception {
    running.close();
  }
}
