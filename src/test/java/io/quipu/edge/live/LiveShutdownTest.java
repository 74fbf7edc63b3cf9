package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestPatience;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LiveShutdownTest {
  @Test
  void closesEveryWebSocketWith1001_andEndsEveryStream() {
    try (LiveServer server = LiveServer.start()) {
      List<LiveClient> clients = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        LiveClient client = LiveClient.connect(server.uri("ws", "/v1/counters/votes/a/live"));
        client.next("hello");
        client.next("count");
        clients.add(client);
      }
      HttpRequest request =
          HttpRequest.newBuilder(server.uri("http", "/v1/counters/votes/a/live"))
              .header("Accept", "text/event-stream")
              .build();
      HttpResponse<Stream<String>> stream =
          TestPatience.join(
              LiveClient.HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofLines()));
      CompletableFuture<Long> lines = CompletableFuture.supplyAsync(() -> stream.body().count());
      long begun = System.nanoTime();
      server.stopHttp();
      assertThat(clients).allSatisfy(client -> assertThat(client.closeCode()).isEqualTo(1001));
      assertThat(TestPatience.join(lines)).isPositive();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(TestPatience.LIMIT);
      server.awaitNobody();
    }
  }
}
