package io.quipu.testing.e2e;

import static org.awaitility.Awaitility.await;

import io.quipu.testing.contract.PublishedContract;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket that keeps every message, in order, and when it came. Closing it fails if one of them
 * was none of the contract.
 */
final class LiveCounts implements WebSocket.Listener, AutoCloseable {
  /**
   * A count that arrived.
   *
   * @param nanos when, as {@link System#nanoTime} tells
   */
  record Heard(String counter, long count, long events, long seq, long nanos) {}

  private final List<Heard> counts = new CopyOnWriteArrayList<>();
  private final List<JsonObject> others = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final StringBuilder part = new StringBuilder();
  private volatile @Nullable AssertionError unpublished;
  private final WebSocket socket;

  LiveCounts(URI uri) {
    this(Api.HTTP, uri, "");
  }

  LiveCounts(HttpClient client, URI uri) {
    this(client, uri, "");
  }

  /** Shows a key in the handshake, unless that is empty. */
  LiveCounts(URI uri, String key) {
    this(Api.HTTP, uri, key);
  }

  private LiveCounts(HttpClient client, URI uri, String key) {
    WebSocket.Builder builder = client.newWebSocketBuilder();
    if (!key.isEmpty()) {
      builder.header("Authorization", "Bearer " + key);
    }
    socket = TestPatience.join(builder.buildAsync(uri, this));
  }

  /** Over {@code /v1/live}, subscribed to one counter. */
  static LiveCounts subscribed(Api api, String namespace, String counter) {
    LiveCounts live = new LiveCounts(api.webSocket("/v1/live"));
    live.say(
        new JsonObject()
            .put("type", "subscribe")
            .put("ref", 1)
            .put("namespace", namespace)
            .put("counters", List.of(counter)));
    return live;
  }

  void say(JsonObject message) {
    TestPatience.join(socket.sendText(message.encode(), true));
  }

  /** Says something; false if the connection has ended meanwhile. */
  boolean saysWhileOpen(JsonObject message) {
    return TestPatience.join(
        socket.sendText(message.encode(), true).handle((sent, failure) -> failure == null));
  }

  List<Heard> counts() {
    return counts;
  }

  /** The count heard last; -1 before the first. */
  long last() {
    return counts.isEmpty() ? -1 : counts.get(counts.size() - 1).count();
  }

  boolean hasHeard(String type) {
    return others.stream().anyMatch(message -> message.getString("type").equals(type));
  }

  /** Status of the first error; 0 if there was none. */
  int errorStatus() {
    return others.stream()
        .filter(message -> message.getString("type").equals("error"))
        .findFirst()
        .map(message -> message.getInteger("status"))
        .orElse(0);
  }

  /** The first message of a type other than counts, waited for. */
  JsonObject first(String type) {
    return await("a message " + type)
        .until(
            () -> others.stream().filter(each -> each.getString("type").equals(type)).findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  int closeCode() {
    return TestPatience.join(closed);
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    part.append(data);
    if (last) {
      hear(new JsonObject(part.toString()));
      part.setLength(0);
    }
    from.request(1);
    return null;
  }

  private void hear(JsonObject message) {
    try {
      PublishedContract.OF_THIS_BUILD.checked(message);
    } catch (AssertionError e) {
      unpublished = e;
    }
    if (message.getString("type").equals("count")) {
      counts.add(
          new Heard(
              message.getString("counter"),
              message.getLong("count"),
              message.getLong("events"),
              message.getLong("seq"),
              System.nanoTime()));
    } else {
      others.add(message);
    }
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    closed.complete(code);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    closed.completeExceptionally(error);
  }

  @Override
  public void close() {
    socket.abort();
    if (unpublished != null) {
      throw unpublished;
    }
  }
}
