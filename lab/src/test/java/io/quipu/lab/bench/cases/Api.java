package io.quipu.lab.bench.cases;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** The HTTP API of a service, for what is not measured. */
final class Api {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String SETTLED = "quipu_events_settled_total";
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final Duration LOOK = Duration.ofMillis(100);

  private final URI base;

  Api(InetSocketAddress server) {
    base = URI.create("http://127.0.0.1:" + server.getPort());
  }

  /** The path of a counter of namespace {@code default}. */
  static String path(String counter) {
    return "/v1/counters/default/" + counter;
  }

  void createNamespace(String name, String settings) throws IOException, InterruptedException {
    send(json("/v1/namespaces/" + name).PUT(BodyPublishers.ofString(settings)));
  }

  String get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(base.resolve(path)));
  }

  String post(String path, String body) throws IOException, InterruptedException {
    return send(json(path).POST(BodyPublishers.ofString(body)));
  }

  void delete(String path) throws IOException, InterruptedException {
    send(HttpRequest.newBuilder(base.resolve(path)).DELETE());
  }

  /** Records one event into each of these counters, in a single request. */
  void recordOneOfEach(List<String> counters) throws IOException, InterruptedException {
    post(
        "/v1/events",
        counters.stream()
            .map(counter -> "{\"counter\":\"" + counter + "\"}")
            .collect(joining(",", "[", "]")));
  }

  /** The events settled so far, by its own meter: to ask costs Cassandra nothing. */
  long settled() throws IOException, InterruptedException {
    return (long)
        get("/metrics")
            .lines()
            .filter(line -> line.startsWith(SETTLED))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
  }

  /** Waits until it has settled as many. */
  void awaitSettled(long events) {
    await(events + " events settled", () -> settled() >= events);
  }

  /** Waits for what its clients can see. */
  static void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what).pollInterval(LOOK).atMost(PATIENCE).until(condition);
  }

  private HttpRequest.Builder json(String path) {
    return HttpRequest.newBuilder(base.resolve(path)).header("Content-Type", "application/json");
  }

  private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer = HTTP.send(request.build(), BodyHandlers.ofString());
    int status = answer.statusCode();
    if (status < 200 || status > 202) {
      throw new IOException(answer.uri() + " answers " + status + ": " + answer.body());
    }
    return answer.body();
  }
}
