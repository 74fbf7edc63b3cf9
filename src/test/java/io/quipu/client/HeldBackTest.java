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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counts after a reconnect, of a connection that knows less than the one before. */
class HeldBackTest {
  private final AtomicInteger reads = new AtomicInteger();
  private final List<Integer> told = new CopyOnWriteArrayList<>();
  private final Timers timers = new Timers();
  private HttpServer server;
  private LiveGroup group;

  /** Serves reads of a count that is always two. */
  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/counters/votes/a",
        exchange -> {
          reads.incrementAndGet();
          byte[] body = json(2).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    ClientOptions options = ClientOptions.at("http://127.0.0.1:" + server.getAddress().getPort());
    Transport transport = new Transport(options, timers);
    group =
        new LiveGroup(
            transport,
            new Reads(new Attempts(transport)),
            count -> told.add((int) count.longValue()),
            closed -> {});
  }

  @AfterEach
  void stop() {
    group.close();
    timers.close();
    server.stop(0);
  }

  @Test
  void isNotTold_whenSomethingNewerFollows() {
    group.received(count(5), 1);
    group.received(count(3), 2);
    group.received(count(4), 2);
    assertThat(told).containsExactly(5);

    group.received(count(6), 2);
    assertThat(told).containsExactly(5, 6);
  }

  @Test
  void isReadAfterAWhile_whenNothingNewerFollows() {
    group.received(count(5), 1);
    group.received(count(3), 2);

    await().untilAsserted(() -> assertThat(told).containsExactly(5, 2));
    assertThat(reads).hasValue(1);
    group.received(count(1), 2);
    assertThat(told).as("older than the read").containsExactly(5, 2);
    group.received(count(3), 2);
    assertThat(told).containsExactly(5, 2, 3);
  }

  @Test
  void nothingIsToldAfterTheEnd() {
    group.close();
    group.received(count(5), 1);
    assertThat(told).isEmpty();
  }

  private static Count count(int events) {
    return Answers.count(JsonReader.object(json(events)));
  }

  private static String json(int events) {
    return "{\"namespace\":\"votes\",\"counter\":\"a\",\"count\":%1$d,\"events\":%1$d,\"settled\":{\"count\":0,\"events\":0,\"until\":null},\"tail\":{\"count\":%1$d,\"events\":%1$d}}"
        .formatted(events);
  }
}
