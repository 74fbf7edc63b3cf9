package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.Exchange;
import io.quipu.testing.bench.load.HttpText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Counters that hold settled events before anything is measured. */
final class Seeding {
  private static final int BATCH = 10_000;
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final HttpClient http = HttpClient.newHttpClient();
  private final InetSocketAddress quipu;

  Seeding(InetSocketAddress quipu) {
    this.quipu = quipu;
  }

  /** Records events with ids, each a row of its own, unless the counter has them already. */
  void settle(String counter, int events) throws IOException, InterruptedException {
    if (!read(counter).contains("\"count\":" + events + ",")) {
      try (Exchange exchange = new Exchange(quipu)) {
        for (int first = 0; first < events; first += BATCH) {
          exchange.nanos(batch(counter, first, Math.min(events, first + BATCH)));
        }
      }
    }
    awaitSettled(counter, events);
  }

  /** One more event of each, in a single request. */
  void recordOneOfEach(List<String> counters) throws IOException {
    String body =
        counters.stream()
            .map(counter -> "{\"counter\":\"" + counter + "\",\"id\":\"last\"}")
            .collect(Collectors.joining(",", "[", "]"));
    try (Exchange exchange = new Exchange(quipu)) {
      exchange.nanos(HttpText.post("/v1/events", "application/json", body));
    }
  }

  void awaitSettled(String counter, int events) {
    String settled = "\"settled\":{\"count\":" + events + ",";
    Awaitility.await(counter + " settled")
        .atMost(PATIENCE)
        .until(() -> read(counter), body -> body.contains(settled));
  }

  private static byte[] batch(String counter, int first, int end) {
    StringBuilder body = new StringBuilder("[");
    for (int i = first; i < end; i++) {
      body.append(i == first ? "" : ",").append("{\"id\":\"").append(i).append("\"}");
    }
    return HttpText.post(Posts.path(counter), "application/json", body.append("]"));
  }

  private String read(String counter) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + quipu.getPort() + path(counter));
    return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
  }

  static String path(String counter) {
    return "/v1/counters/default/" + counter;
  }
}
