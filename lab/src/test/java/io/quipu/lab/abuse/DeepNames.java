package io.quipu.lab.abuse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quipu.testing.dev.HttpLine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeMap;

/** The longest ids, and the longest names, on as many levels as there may be. */
final class DeepNames {
  private static final int ROUNDS = 5;
  private static final int IDS = 10_000;
  private static final int NAMES = 7_000;
  private static final String ABOVE = ("n".repeat(31) + "/").repeat(15);
  private static final String JSON = "application/json";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private DeepNames() {}

  static String run(Target target) throws IOException {
    TreeMap<String, Integer> told = new TreeMap<>();
    try (HttpLine line =
        new HttpLine(target.address(), new InetSocketAddress("127.0.1.1", 0), TIMEOUT)) {
      line.exchange(
          Requests.put("/v1/namespaces/deep", JSON, "{\"kind\": \"event\", \"hierarchy\": \"/\"}"));
      String counter = "/v1/counters/deep/" + ABOVE.replace("/", "%2F") + "n/events";
      String ids = Requests.array(IDS, i -> "{\"id\":\"\u017e" + i + "i".repeat(240) + "\"}");
      String names =
          Requests.array(
              NAMES, i -> "{\"namespace\":\"deep\",\"counter\":\"" + ABOVE + "\u017e" + i + "\"}");
      for (int i = 0; i < ROUNDS; i++) {
        told.merge("ids " + status(line, counter, ids), 1, Integer::sum);
        told.merge("names " + status(line, "/v1/events", names), 1, Integer::sum);
      }
    }
    return String.format(
        Locale.ROOT, "%,d ids of 256 bytes, %,d names, on 16 levels: %s", IDS, NAMES, told);
  }

  private static String status(HttpLine line, String path, String body) {
    try {
      byte[] bytes = body.getBytes(UTF_8);
      byte[] head = Requests.postHead(path, JSON, bytes.length, "");
      return Integer.toString(line.exchange(Requests.joined(head, bytes)).status());
    } catch (IOException e) {
      return "not answered";
    }
  }
}
