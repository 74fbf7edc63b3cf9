package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.AbstractList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An event that was sent is never said to be certainly not counted, whenever the client closes. */
@ExtendWith(TestPatience.class)
class CloseMeetsDeliveryTest {
  /** In nanoseconds. */
  private static final long LONGEST_QUIET = 100_000_000;

  private static final int CLOSES = 600;
  private static final int EVENTS = 8;
  private static final long LONGEST_DELAY = TimeUnit.MICROSECONDS.toNanos(500);
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  private final Set<String> written = ConcurrentHashMap.newKeySet();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger tokens = new AtomicInteger();
  private final ExecutorService serving = Executors.newFixedThreadPool(4);
  private final Timers timers = new Timers();
  private HttpServer server;
  private ClientOptions options;
  private Transport transport;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/events", this::write);
    server.setExecutor(serving);
    server.start();
    options =
        ClientOptions.at("http://127.0.0.1:" + server.getAddress().getPort())
            .linger(Duration.ZERO)
            .batchEvents(2)
            .token(() -> "token-" + tokens.incrementAndGet());
    transport = new Transport(options, timers);
  }

  @AfterEach
  void stop() {
    timers.close();
    server.stop(0);
    serving.shutdownNow();
  }

  /** Writes all events, and is silent about one request of four. */
  private void write(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      List<String> ids = ID.matcher(body).results().map(found -> found.group(1)).toList();
      written.addAll(ids);
      boolean silent = requests.incrementAndGet() % 4 == 0;
      byte[] answer =
          "{\"status\":\"recorded\",\"events\":%d}"
              .formatted(ids.size())
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(silent ? 502 : 201, answer.length);
      exchange.getResponseBody().write(answer);
    } finally {
      answered.incrementAndGet();
    }
  }

  @Test
  void aDeliveryThatIsAboutToBegin_beginsNoMore() {
    Outbox outbox = new Outbox(transport, new Remembered(transport));
    Event event = Event.of("votes", "a", 1);
    CompletableFuture<Void> future = new CompletableFuture<>();
    Pending pending =
        new Pending(event, System.nanoTime() + options.giveUp.toNanos(), Waiter.of(future));
    // the delivery looks at its events after it has looked whether it is to send at all
    List<Pending> closing =
        new AbstractList<>() {
          @Override
          public Iterator<Pending> iterator() {
            outbox.abandon();
            pending.givenUp().tell();
            return super.iterator();
          }

          @Override
          public Pending get(int index) {
            return pending;
          }

          @Override
          public int size() {
            return 1;
          }
        };

    new Delivery(outbox, transport, closing).begin();

    assertThat(future)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(RefusedException.class);
    await().until(() -> tokens.get() == answered.get());
    assertThat(written).as("refused, so never sent").isEmpty();
  }

  /** Each at another moment of what is sent. */
  @Test
  void thousandsOfCloses() {
    Random random = new Random(Long.getLong("seed", 1));
    Set<String> refused = new HashSet<>();
    Set<String> acknowledged = new HashSet<>();
    int inDoubt = 0;
    int differing = 0;
    int most = 20 * CLOSES;
    for (int i = 0;
        i < CLOSES || (i < most && (refused.isEmpty() || acknowledged.isEmpty() || inDoubt == 0));
        i++) {
      // on a busy machine deliveries take longer, and none would have ended before its close
      double longest = LONGEST_DELAY * (1 + i / CLOSES);
      if (i >= CLOSES) {
        awaitQuiet();
      }
      Outbox outbox = new Outbox(transport, new Remembered(transport));
      List<Event> events = Stream.generate(() -> Event.of("votes", "a", 1)).limit(EVENTS).toList();
      List<CompletableFuture<Void>> futures =
          events.stream().map(event -> outbox.add(event, true)).toList();
      var unused = outbox.flush();
      long until = System.nanoTime() + (long) (random.nextDouble() * longest);
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      Set<String> told = ids(outbox.abandon());
      Set<String> doubted = new TreeSet<>();
      for (int e = 0; e < EVENTS; e++) {
        String id = events.get(e).id();
        switch (end(futures.get(e))) {
          case "acknowledged" -> acknowledged.add(id);
          case "RefusedException" -> refused.add(id);
          case "InDoubtException" -> doubted.add(id);
          default -> throw new AssertionError(futures.get(e));
        }
      }
      inDoubt += doubted.size();
      differing += told.equals(doubted) ? 0 : 1;
    }
    // what was on its way before has come before
    TestPatience.join(
        new Outbox(transport, new Remembered(transport)).add(Event.of("votes", "a", 1), false));

    assertThat(written).containsAll(acknowledged);
    assertThat(refused).as("in doubt: %d", inDoubt).doesNotContainAnyElementsOf(written);
    assertThat(differing).as("close and the futures say the same").isZero();
    assertThat(inDoubt).isPositive();
    assertThat(refused).isNotEmpty();
    assertThat(acknowledged).isNotEmpty();
  }

  /**
   * Waits until nothing is under way, or for a moment: behind a backlog no delivery ends in time.
   */
  private void awaitQuiet() {
    long until = System.nanoTime() + LONGEST_QUIET;
    while (tokens.get() != answered.get() && System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }

  private static Set<String> ids(List<Recordable> events) {
    Set<String> ids = new TreeSet<>();
    events.forEach(event -> ids.add(((Event) event).id()));
    return ids;
  }

  private static String end(CompletableFuture<Void> future) {
    return TestPatience.join(
        future.handle(
            (done, failure) ->
                failure == null ? "acknowledged" : failure.getClass().getSimpleName()));
  }
}
