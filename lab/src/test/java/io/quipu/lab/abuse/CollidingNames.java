package io.quipu.lab.abuse;

import io.quipu.testing.dev.HttpLine;
import io.quipu.testing.dev.HttpLine.Answer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Names and ids of one hash: 10,000 of {Aa, BB}^14, whose {@code String.hashCode} is the same. */
final class CollidingNames {
  private static final int EVENTS = 10_000;
  private static final int PAIRS = 14;
  private static final String JSON = "application/json";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private CollidingNames() {}

  static String run(Target target) throws IOException {
    List<String> told = new ArrayList<>();
    try (HttpLine line =
        new HttpLine(target.address(), new InetSocketAddress("127.0.1.1", 0), TIMEOUT)) {
      String names = Requests.array(EVENTS, i -> "{\"counter\": \"%s\"}".formatted(colliding(i)));
      told.add(timed("names with confirm", line, "/v1/events?confirm=settled", names));
      told.add(timed("names", line, "/v1/events", names));
      String ids = Requests.array(EVENTS, i -> "{\"id\": \"%s\"}".formatted(colliding(i)));
      String path = "/v1/counters/default/colliding/events";
      told.add(timed("ids", line, path, ids));
      told.add(timed("the same ids with confirm", line, path + "?confirm=settled", ids));
      String counts =
          IntStream.range(0, 1_000)
              .mapToObj(i -> "{\"counter\": \"%s\"}".formatted(colliding(i)))
              .collect(Collectors.joining(",", "{\"counters\": [", "]}"));
      told.add(timed("counts of 1,000", line, "/v1/counts", counts));
    }
    return "10,000 of one hash in a request: " + String.join("; ", told);
  }

  /** The name of a number: of the same hash as all others. */
  static String colliding(int number) {
    StringBuilder name = new StringBuilder();
    for (int bit = 0; bit < PAIRS; bit++) {
      name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return name.toString();
  }

  private static String timed(String what, HttpLine line, String path, String body) {
    long start = System.nanoTime();
    String status;
    try {
      Answer answer = line.exchange(Requests.post(path, JSON, body));
      status = Integer.toString(answer.status());
    } catch (IOException e) {
      status = "no answer";
    }
    return String.format(
        Locale.ROOT, "%s %s after %.2f s", what, status, (System.nanoTime() - start) / 1e9);
  }
}
