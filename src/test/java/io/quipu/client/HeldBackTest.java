package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counts and sketches after a reconnect, of a connection that knows less than the one before. */
class HeldBackTest {
  private final AtomicInteger reads = new AtomicInteger();
  private final List<Integer> told = new CopyOnWriteArrayList<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final Timers timers = new Timers();
  private HttpServer server;
  private LiveGroup<Count> counts;
  private LiveGroup<CounterSketch> sketches;

  /** Serves reads of a count and of a sketch, which always have two events. */
  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    serve("/v1/counters/votes/a", count(2));
    serve("/v1/counters/visitors/a", sketch(2));
    server.start();
    counts = group(Followable.COUNTS, count -> told.add(count.events().intValue()));
    sketches = group(Followable.SKETCHES, sketch -> told.add(sketch.sketch().events().intValue()));
  }

  private void serve(String path, String answer) {
    server.createContext(
        path,
        exchange -> {
          reads.incrementAndGet();
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private <T> LiveGroup<T> group(Followable<T> kind, Consumer<T> listener) {
    ClientOptions options = ClientOptions.at("http://127.0.0.1:" + server.getAddress().getPort());
    Transport transport = new Transport(options, timers);
    ConnectionListener ends =
        new ConnectionListener() {
          @Override
          public void onError(QuipuException error) {
            errors.add(error.getMessage());
          }
        };
    return new LiveGroup<>(
        kind, transport, new Reads(new Attempts(transport)), listener, ends, closed -> {});
  }

  @AfterEach
  void stop() {
    counts.close();
    sketches.close();
    timers.close();
    server.stop(0);
  }

  @Test
  void isNotTold_whenSomethingNewerFollows() {
    received(counts, count(5), 1);
    received(counts, count(3), 2);
    received(counts, count(4), 2);
    assertThat(told).containsExactly(5);

    received(counts, count(6), 2);
    assertThat(told).containsExactly(5, 6);
  }

  @Test
  void isReadAfterAWhile_whenNothingNewerFollows() {
    received(counts, count(5), 1);
    received(counts, count(3), 2);

    await().untilAsserted(() -> assertThat(told).containsExactly(5, 2));
    assertThat(reads).hasValue(1);
    received(counts, count(1), 2);
    assertThat(told).as("older than the read").containsExactly(5, 2);
    received(counts, count(3), 2);
    assertThat(told).containsExactly(5, 2, 3);
  }

  @Test
  void sketchesAreReadAfterAWhile_too() {
    received(sketches, sketch(5), 1);
    received(sketches, sketch(3), 2);
    assertThat(told).containsExactly(5);

    await().untilAsserted(() -> assertThat(told).containsExactly(5, 2));
    assertThat(reads).hasValue(1);
  }

  @Test
  void aCounterOfTheOtherKindEndsIt() {
    received(sketches, count(5), 1);
    received(sketches, sketch(5), 1);
    received(counts, sketch(5), 1);
    assertThat(told).isEmpty();
    assertThat(errors)
        .containsExactly(
            "a has a count, but no sketch: its namespace is not of kind sketch",
            "a has no count, but a sketch: its namespace is of kind sketch");
  }

  @Test
  void nothingIsToldAfterTheEnd() {
    counts.close();
    received(counts, count(5), 1);
    assertThat(told).isEmpty();
  }

  private static void received(LiveGroup<?> group, String message, long connection) {
    group.received(JsonReader.object(message), connection);
  }

  private static String sketch(int events) {
    return "{\"namespace\":\"visitors\",\"counter\":\"a\",\"events\":%d,\"estimate\":1,\"lower\":1,\"upper\":1}"
        .formatted(events);
  }

  private static String count(int events) {
    return "{\"namespace\":\"votes\",\"counter\":\"a\",\"count\":%1$d,\"events\":%1$d,\"settled\":{\"count\":0,\"events\":0,\"until\":null},\"tail\":{\"count\":%1$d,\"events\":%1$d}}"
        .formatted(events);
  }
}
