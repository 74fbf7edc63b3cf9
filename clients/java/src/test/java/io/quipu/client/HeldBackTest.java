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
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Values after a reconnect, of a connection that knows less than the one before. */
@ExtendWith(TestPatience.class)
class HeldBackTest {
  private final AtomicInteger reads = new AtomicInteger();
  private final List<Integer> told = new CopyOnWriteArrayList<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final Timers timers = new Timers();
  private HttpServer server;
  private LiveGroup<Count> counts;
  private LiveGroup<CounterSketch> sketches;
  private LiveGroup<CounterSeries> series;

  /** Serves reads of a count, of a sketch and of series, which always have two events. */
  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    serve("/v1/counters/votes/a", count(2));
    serve("/v1/counters/votes/gone", count("gone", 0));
    serve("/v1/counters/visitors/a", sketch(2));
    serve("/v1/counters/shop/a", series(1, 1));
    server.start();
    counts = group(new FollowableCounts(), count -> told.add(count.events().intValue()));
    sketches =
        group(new FollowableSketches(), sketch -> told.add(sketch.sketch().events().intValue()));
    Followable<CounterSeries> countries = new FollowableSeries(Breakdown.by("country"));
    series = group(countries, all -> told.add(countries.events(all).intValue()));
  }

  private void serve(String path, String answer) {
    serve(path, () -> 200, answer);
  }

  private void serve(String path, IntSupplier status, String answer) {
    server.createContext(
        path,
        exchange -> {
          reads.incrementAndGet();
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status.getAsInt(), body.length);
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
    series.close();
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
  void seriesAreReadAfterAWhile_too() {
    received(series, series(3, 2), 1);
    received(series, series(4), 2);
    assertThat(told).as("by the events of all").containsExactly(5);

    await().untilAsserted(() -> assertThat(told).containsExactly(5, 2));
    assertThat(reads).hasValue(1);
  }

  @Test
  void countersThatAConnectionDoesNotTellAreRead() {
    received(counts, count("gone", 3), 1);
    received(counts, count(5), 1);
    received(counts, count(6), 2);
    counts.readUntold(2);
    await().untilAsserted(() -> assertThat(told).containsExactly(3, 5, 6, 0));
    received(counts, count(7), 3);
    counts.readUntold(3);
    assertThat(reads).as("what is gone is read once").hasValue(1);

    received(counts, count("gone", 1), 3);
    assertThat(told).as("it has come again").containsExactly(3, 5, 6, 0, 7, 1);
  }

  @Test
  void aReadThatIsRefusedEndsIt() {
    serve("/v1/counters/votes/closed", () -> 403, "");
    received(counts, count("closed", 5), 1);
    received(counts, count("closed", 3), 2);

    await().until(() -> !errors.isEmpty());
    assertThat(errors).singleElement().asString().contains("403");
    assertThat(counts.isClosed()).isTrue();
    assertThat(told).containsExactly(5);
    assertThat(reads).hasValue(1);
  }

  @Test
  void aReadThatFailsIsMadeAgain() {
    serve("/v1/counters/votes/broken", () -> reads.get() == 1 ? 501 : 200, count("broken", 4));
    received(counts, count("broken", 5), 1);
    received(counts, count("broken", 3), 2);

    await().untilAsserted(() -> assertThat(told).containsExactly(5, 4));
    assertThat(reads).hasValue(2);
    assertThat(errors).isEmpty();
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

  private static String series(int... events) {
    return IntStream.of(events)
        .mapToObj("{\"labels\":{\"country\":\"CH\"},\"count\":1,\"events\":%d}"::formatted)
        .collect(
            Collectors.joining(
                ",", "{\"namespace\":\"shop\",\"counter\":\"a\",\"series\":[", "]}"));
  }

  private static String count(int events) {
    return count("a", events);
  }

  private static String count(String counter, int events) {
    return "{\"namespace\":\"votes\",\"counter\":\"%2$s\",\"count\":%1$d,\"events\":%1$d,\"settled\":{\"count\":0,\"events\":0,\"until\":null},\"tail\":{\"count\":%1$d,\"events\":%1$d}}"
        .formatted(events, counter);
  }
}
