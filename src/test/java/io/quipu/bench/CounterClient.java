package io.quipu.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.awaitility.Awaitility;

/** Records and reads counters of the namespace {@code default} over HTTP, one request at a time. */
final class CounterClient {
  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;

  CounterClient(int port) {
    base = "http://127.0.0.1:" + port + "/v1/counters/default/";
  }

  /** Records {@code events} events with ids, {@code batch} a request. */
  void record(String counter, int events, int batch) throws IOException, InterruptedException {
    for (int first = 0; first < events; first += batch) {
      StringBuilder body = new StringBuilder("[");
      for (int i = first; i < Math.min(events, first + batch); i++) {
        body.append(i == first ? "" : ",").append("{\"id\":\"").append(i).append("\"}");
      }
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(base + counter + "/events"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(body.append("]").toString()))
              .build();
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 201) {
        throw new IOException("not recorded: " + answer.body());
      }
    }
  }

  void awaitSettled(String counter, int events) {
    String settled = "\"settled\":{\"count\":" + events + ",";
    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .until(() -> read(counter), body -> body.contains(settled));
  }

  /** Reads a counter, checks its count, and answers how many nanoseconds that took. */
  long timedRead(String counter, int expected) throws IOException, InterruptedException {
    long started = System.nanoTime();
    String body = read(counter);
    long took = System.nanoTime() - started;
    if (!body.contains("\"count\":" + expected + ",")) {
      throw new IOException("expected " + expected + ": " + body);
    }
    return took;
  }

  private String read(String counter) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + counter)).GET().build();
    return http.send(request, BodyHandlers.ofString()).body();
  }
}
