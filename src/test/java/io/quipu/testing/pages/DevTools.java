package io.quipu.testing.pages;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A connection to Chromium's DevTools protocol: commands with answers, and events of sessions.
 *
 * <p>The protocol is spoken here directly because a driver for it would be a download of 200 MB.
 */
final class DevTools implements AutoCloseable {
  private final AtomicLong lastId = new AtomicLong();
  private final Map<Long, CompletableFuture<JsonObject>> asked = new ConcurrentHashMap<>();
  private final Map<String, Consumer<JsonObject>> listeners = new ConcurrentHashMap<>();
  private final WebSocket socket;
  private CompletableFuture<WebSocket> sent;

  private DevTools(URI address) {
    socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Listener()).join();
    sent = CompletableFuture.completedFuture(socket);
  }

  static DevTools connect(URI address) {
    return new DevTools(address);
  }

  /** Hears the events of a session, in their order, on a thread that must not be held up. */
  void listen(String session, Consumer<JsonObject> listener) {
    listeners.put(session, listener);
  }

  /** Sends a command to the browser and waits for its result. */
  JsonObject call(String method, JsonObject parameters) {
    return call(new JsonObject().put("method", method).put("params", parameters));
  }

  /** Sends a command to a session and waits for its result. */
  JsonObject call(String session, String method, JsonObject parameters) {
    return call(
        new JsonObject().put("sessionId", session).put("method", method).put("params", parameters));
  }

  /** Sends a command to a session, whatever may become of it. */
  void tell(String session, String method, JsonObject parameters) {
    send(
        new JsonObject()
            .put("id", lastId.incrementAndGet())
            .put("sessionId", session)
            .put("method", method)
            .put("params", parameters));
  }

  private JsonObject call(JsonObject command) {
    long id = lastId.incrementAndGet();
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    asked.put(id, answer);
    send(command.put("id", id));
    JsonObject message = TestPatience.join(answer);
    if (message.containsKey("error")) {
      throw new IllegalStateException(command.getString("method") + ": " + message.encode());
    }
    return message.getJsonObject("result");
  }

  /** One text after the other: the JDK's WebSocket allows no second one meanwhile. */
  private synchronized void send(JsonObject command) {
    sent = sent.thenCompose(before -> socket.sendText(command.encode(), true));
  }

  @Override
  public void close() {
    socket.abort();
  }

  private void hear(JsonObject message) {
    Long id = message.getLong("id");
    if (id == null) {
      listeners.getOrDefault(message.getString("sessionId", ""), nobody -> {}).accept(message);
    } else if (asked.containsKey(id)) {
      asked.remove(id).complete(message);
    }
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        JsonObject message = new JsonObject(text.toString());
        text.setLength(0);
        hear(message);
      }
      webSocket.request(1);
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
      asked.values().forEach(answer -> answer.completeExceptionally(error));
    }
  }
}
