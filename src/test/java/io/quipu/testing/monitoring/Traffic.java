package io.quipu.testing.monitoring;

import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.e2e.Api;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A bit of everything that is measured, sent to one instance. */
final class Traffic implements AutoCloseable {
  private final Api api;
  private final AtomicInteger messages = new AtomicInteger();
  private final WebSocket follower;

  private Traffic(Api api) {
    this.api = api;
    this.follower =
        TestPatience.join(
            Api.HTTP
                .newWebSocketBuilder()
                .buildAsync(api.webSocket("/v1/counters/default/a/live"), new Follower()));
  }

  /** Creates what it needs, and begins to follow a counter. */
  static Traffic to(Api api) {
    api.put("/v1/namespaces/gauges", "{\"kind\": \"sketch\", \"state\": \"sum\"}");
    api.put("/v1/namespaces/stock", "{\"kind\": \"linear\"}");
    return new Traffic(api);
  }

  /** One round: recorded, read, listed. */
  void once() {
    api.record("default", "a", "{\"id\": \"once\", \"delta\": 2}").expect(201);
    api.recordOne("default", "a").expect(201);
    api.record("gauges", "a", "{\"value\": 1}").expect(201);
    api.recordOne("stock", "a").expect(201);
    api.count("default", "a");
    api.get("/v1/counters/default?order=count").expect(200);
    api.get("/v1/counters/none/a").expect(404);
  }

  /** How many counts it was sent. */
  int followed() {
    return messages.get();
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
