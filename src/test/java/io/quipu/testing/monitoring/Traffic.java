package io.quipu.testing.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A bit of everything that is measured, sent to one instance. */
final class Traffic implements AutoCloseable {
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TestPatience.LIMIT)
          .build();

  private final URI base;
  private final AtomicInteger messages = new AtomicInteger();
  private final WebSocket follower;

  private Traffic(URI base) {
    this.base = base;
    this.follower =
        TestPatience.join(
            HTTP.newWebSocketBuilder()
                .buildAsync(
                    URI.create("ws://" + base.getAuthority() + "/v1/counters/default/a/live"),
                    new Follower()));
  }

  /** Creates what it needs, and begins to follow a counter. */
  static Traffic to(URI base) {
    send(base, "PUT", "/v1/namespaces/gauges", "{\"kind\": \"sketch\", \"state\": \"sum\"}");
    send(base, "PUT", "/v1/namespaces/stock", "{\"kind\": \"linear\"}");
    return new Traffic(base);
  }

  /** One round: recorded, read, listed. */
  void once() {
    send(base, "POST", "/v1/counters/default/a/events", "{\"id\": \"once\", \"delta\": 2}");
    send(base, "POST", "/v1/counters/default/a/events", "");
    send(base, "POST", "/v1/counters/gauges/a/events", "{\"value\": 1}");
    send(base, "POST", "/v1/counters/stock/a/events", "");
    send(base, "GET", "/v1/counters/default/a", "");
    send(base, "GET", "/v1/counters/default?order=count", "");
    send(base, "GET", "/v1/counters/none/a", "");
  }

  /** How many counts it was sent. */
  int followed() {
    return messages.get();
  }

  private static void send(URI base, String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path)).timeout(TestPatience.LIMIT);
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    try {
      HttpResponse<String> answer =
          HTTP.send(
              request.method(method, BodyPublishers.ofString(body)).build(),
              BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201, 404);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private final class Follower implements WebSocket.Listener {
    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      messages.incrementAndGet();
      socket.request(1);
      return null;
    }
  }

  @Override
  public void close() {
    follower.abort();
  }
}
