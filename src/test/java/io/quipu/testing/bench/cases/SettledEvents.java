package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.server.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.awaitility.Awaitility;

/** How many events an instance has settled, by its own meter: to ask costs Cassandra nothing. */
final class SettledEvents {
  private static final String METER = "quipu_events_settled_total";
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofMillis(100);

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI metrics;

  SettledEvents(ServerProcess quipu) {
    metrics = URI.create("http://127.0.0.1:" + quipu.address().getPort() + "/metrics");
  }

  long soFar() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(metrics).build();
    return (long)
        http.send(request, BodyHandlers.ofString())
            .body()
            .lines()
            .filter(line -> line.startsWith(METER))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
  }

  /** Waits until there are as many. */
  void await(long events) {
    Awaitility.await(events + " events settled")
        .pollInterval(LOOK)
        .atMost(PATIENCE)
        .until(() -> soFar() >= events);
  }
}
