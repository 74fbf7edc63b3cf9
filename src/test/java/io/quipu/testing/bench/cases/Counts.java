package io.quipu.testing.bench.cases;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.Collectors;

/** The counts of counters of namespace {@code default}, read as any client reads them. */
final class Counts {
  /** The contract allows no more in one request. */
  private static final int AT_ONCE = 1_000;

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI counts;

  Counts(InetSocketAddress quipu) {
    counts = URI.create("http://127.0.0.1:" + quipu.getPort() + "/v1/counts");
  }

  /**
   * Reads all of them, one request after the other.
   *
   * @throws IOException if one of them cannot be read now
   */
  Sum sum(List<String> counters) throws IOException, InterruptedException {
    Sum sum = Sum.NOTHING;
    for (int first = 0; first < counters.size(); first += AT_ONCE) {
      List<String> some = counters.subList(first, Math.min(counters.size(), first + AT_ONCE));
      sum = sum.plus(Sum.of(read(some), some.size()));
    }
    return sum;
  }

  private String read(List<String> counters) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(counts)
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(body(counters)))
            .build();
    HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("/v1/counts answers " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  private static String body(List<String> counters) {
    return counters.stream()
        .map(counter -> "{\"counter\":\"" + counter + "\"}")
        .collect(Collectors.joining(",", "{\"counters\":[", "]}"));
  }
}
