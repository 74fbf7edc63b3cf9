package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.contract.PublishedContract;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A WebSocket of the JDK's client that keeps everything it hears. */
final class LiveClient implements WebSocket.Listener, AutoCloseable {
  static final HttpClient HTTP = HttpClient.newHttpClient();

  final List<JsonObject> heard = new CopyOnWriteArrayList<>();
  private final BlockingQueue<JsonObject> unread = new LinkedBlockingQueue<>();
  final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final StringBuilder part = new StringBuilder();
  private final WebSocket socket;
  final AtomicInteger pings = new AtomicInteger();

  private LiveClient(URI uri, String... subprotocols) {
    WebSocket.Builder builder = HTTP.newWebSocketBuilder().connectTimeout(TestPatience.LIMIT);
    if (subprotocols.length > 0) {
      builder.subprotocols(
          subprotocols[0],
          List.of(subprotocols).subList(1, subprotocols.length).toArray(String[]::new));
    }
    socket = TestPatience.join(builder.buildAsync(uri, this));
  }

  static LiveClient connect(URI uri, String... subprotocols) {
    return new LiveClient(uri, subprotocols);
  }

  String subprotocol() {
    return socket.getSubprotocol();
  }

  /**
   * @param json with apostrophes for quotation marks
   */
  LiveClient say(String json) {
    return sayPart(json, true);
  }

  /** Follows counters of namespace {@code votes}, and hears that it does. */
  void subscribe(String... counters) {
    JsonArray names = new JsonArray(List.of(counters));
    say("{'type':'subscribe','namespace':'votes','counters':" + names + "}").next("subscribed");
  }

  LiveClient sayPart(String part, boolean last) {
    TestPatience.join(socket.sendText(part.replace('\'', '"'), last));
    return this;
  }

  void sayBinary(byte[] bytes) {
    TestPatience.join(socket.sendBinary(ByteBuffer.wrap(bytes), true));
  }

  /** The next message that was not yet returned; it is one of the contract. */
  JsonObject next() {
    try {
      JsonObject message = unread.poll(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(message).as("a message, after " + heard).isNotNull();
      return PublishedContract.OF_THIS_BUILD.checked(message);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  JsonObject next(String type) {
    JsonObject message = next();
    assertThat(message.getString("type")).as(message.encode()).isEqualTo(type);
    return message;
  }

  /** Passes over messages up to the first that fits. */
  JsonObject until(Predicate<JsonObject> fits) {
    JsonObject message = next();
    while (!fits.test(message)) {
      message = next();
    }
    return message;
  }

  int closeCode() {
    return TestPatience.join(closed);
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    part.append(data);
    if (last) {
      JsonObject message = new JsonObject(part.toString());
      heard.add(message);
      unread.add(message);
      part.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
    pings.incrementAndGet();
    from.request(1);
    return null;
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
  }
}
