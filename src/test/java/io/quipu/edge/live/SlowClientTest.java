package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.engine.names.CounterName;
import io.quipu.service.verticles.IngestVerticle;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Clients that do not keep up. */
class SlowClientTest {
  private static final int COUNTERS = 200;
  @AutoClose private static final LiveServer server = LiveServer.start();
  private static final WebSocketClient client =
      server.vertx.createWebSocketClient(
          new WebSocketClientOptions().setReceiveBufferSize(4_096).setMaxFrameSize(1 << 20));

  private static WebSocket connect() {
    return LiveServer.await(client.connect(server.port(), "127.0.0.1", "/v1/live"));
  }

  /** Names that make every message large, so that buffers fill soon. */
  private static List<CounterName> counters() {
    return IntStream.range(0, COUNTERS)
        .mapToObj(i -> new CounterName("votes", "n%03d".formatted(i) + "x".repeat(508)))
        .toList();
  }

  private static String subscribe(List<CounterName> counters) {
    return new JsonObject()
        .put("type", "subscribe")
        .put("namespace", "votes")
        .put("counters", new JsonArray(counters.stream().map(CounterName::name).toList()))
        .encode();
  }

  @Test
  void endsWithTheLatest_neverGoesBack_andIsSentFewerMessages_whenItStallsAndResumes() {
    List<CounterName> counters = counters();
    Map<String, Long> last = new ConcurrentHashMap<>();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    AtomicBoolean closed = new AtomicBoolean();
    WebSocket socket = connect();
    socket.closeHandler(gone -> closed.set(true));
    socket.textMessageHandler(
        text -> {
          JsonObject message = new JsonObject(text);
          if ("count".equals(message.getString("type"))) {
            long count = message.getLong("count");
            Long before = last.put(message.getString("counter"), count);
            if (before != null && before >= count) {
              wrong.add(before + " then " + count);
            }
          }
        });
    socket.writeTextMessage(subscribe(counters));
    await().until(() -> last.size() == COUNTERS);
    socket.pause();
    double pushesBefore = server.counter("quipu.live.pushes");
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              for (CounterName counter : counters) {
                server.counters.happenElsewhere(counter, 1);
                IngestVerticle.CHANGED.publish(
                    server.vertx.eventBus(), new IngestVerticle.Changed(List.of(counter)));
              }
              return server.counter("quipu.live.conflated") > 10 * COUNTERS;
            });
    long happened = server.counters.tallies.get(counters.get(0)).events() * COUNTERS;
    double pushed = server.counter("quipu.live.pushes") - pushesBefore;
    assertThat(pushed).isLessThan((double) happened);
    socket.resume();
    await()
        .until(
            () ->
                counters.stream()
                    .allMatch(
                        counter ->
                            server.counters.tallies.get(counter).events()
                                == last.get(counter.name())));
    assertThat(wrong).isEmpty();
    assertThat(closed).isFalse();
    LiveServer.await(socket.close());
  }

  @Test
  void isNotReadAnyFurther_whenItAsksButNeverListens() {
    WebSocket socket = connect();
    socket.pause();
    AtomicLong asked = new AtomicLong();
    long timer =
        server.vertx.setPeriodic(
            1,
            tick -> {
              for (int i = 0; i < 500 && !socket.writeQueueFull(); i++) {
                socket.writeTextMessage("{\"type\":\"ping\",\"ref\":" + asked.get() + "}");
                asked.incrementAndGet();
              }
            });
    await().during(Duration.ofMillis(500)).until(socket::writeQueueFull);
    server.vertx.cancelTimer(timer);
    AtomicLong answered = new AtomicLong();
    socket.textMessageHandler(text -> answered.addAndGet(text.contains("pong") ? 1 : 0));
    socket.resume();
    await().until(() -> answered.get() == asked.get());
    LiveServer.await(socket.close());
  }
}
