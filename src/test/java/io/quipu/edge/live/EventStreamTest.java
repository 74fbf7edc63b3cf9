package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.engine.names.CounterName;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EventStreamTest {
  @AutoClose
  private static final LiveServer server =
      new LiveServer(LiveServer.settings(Duration.ofMillis(200), 100, 2));

  private static HttpRequest.Builder asking(String path) {
    return HttpRequest.newBuilder(server.uri("http", path)).header("Accept", "text/event-stream");
  }

  private static HttpResponse<Stream<String>> open(String path) throws Exception {
    return LiveClient.HTTP.send(asking(path).build(), HttpResponse.BodyHandlers.ofLines());
  }

  /** The next line, but for pings and the empty ones around them. */
  private static String next(Iterator<String> lines) {
    String line = lines.next();
    while (line.isEmpty() || line.startsWith(":")) {
      line = lines.next();
    }
    return line;
  }

  private static void assertEvent(Iterator<String> lines, long seq, long count) {
    assertThat(next(lines)).isEqualTo("event: count");
    assertThat(next(lines)).isEqualTo("id: " + seq);
    String data = next(lines);
    assertThat(data).startsWith("data: {\"type\":\"count\",\"namespace\":\"votes\",");
    JsonObject message = new JsonObject(data.substring("data: ".length()));
    assertThat(message.getLong("count")).isEqualTo(count);
    assertThat(message.getLong("seq")).isEqualTo(seq);
    assertThat(lines.next()).as("the end of the event").isEmpty();
  }

  @Test
  void sendsTheSnapshot_thenChanges_andPingsInBetween() throws Exception {
    CounterName counter = new CounterName("votes", "back in black");
    server.record(counter, 5);
    HttpResponse<Stream<String>> response = open("/v1/counters/votes/back%20in%20black/live");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
    try (Stream<String> body = response.body()) {
      Iterator<String> lines = body.iterator();
      assertThat(lines.next()).isEqualTo("retry: 2000");
      assertThat(lines.next()).isEmpty();
      assertEvent(lines, 1, 5);
      assertThat(lines.next()).isEqualTo(": ping");
      server.record(counter, 1);
      assertEvent(lines, 2, 6);
    }
  }

  @Test
  void leavesNothingBehind_whenTheClientGoes() throws Exception {
    HttpResponse<Stream<String>> response = open("/v1/counters/votes/left/live");
    assertThat(server.streams()).isPositive();
    response.body().close();
    server.awaitNobody();
  }

  @Test
  void answersHead_withoutAStream() throws Exception {
    HttpRequest request =
        asking("/v1/counters/votes/a/live")
            .method("HEAD", HttpRequest.BodyPublishers.noBody())
            .build();
    HttpResponse<String> response =
        LiveClient.HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
  }

  @Test
  void refusesMoreSubscriptionsThanAnInstanceCanBear() throws Exception {
    await().until(() -> server.subscriptions() == 0);
    int limit = 2 * LiveServer.HTTP_INSTANCES;
    int refused = 0;
    List<Stream<String>> open = new ArrayList<>();
    try {
      for (int i = 0; i <= limit; i++) {
        HttpResponse<Stream<String>> response = open("/v1/counters/votes/c" + i + "/live");
        open.add(response.body());
        refused += response.statusCode() == 503 ? 1 : 0;
      }
      assertThat(refused).isPositive();
    } finally {
      open.forEach(Stream::close);
    }
    await().until(() -> server.streams() == 0);
  }
}
