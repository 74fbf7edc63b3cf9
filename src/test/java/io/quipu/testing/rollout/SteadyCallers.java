package io.quipu.testing.rollout;

import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Callers of a service that record and read without an end. They keep what was acknowledged, and
 * every request that had another answer than it should have, or none. Those who repeat send such a
 * request again, with the id that each of their events has, until it is acknowledged.
 */
public final class SteadyCallers implements AutoCloseable {
  private static final int COUNTERS = 7;
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final InetSocketAddress service;
  private final String counters;
  private final boolean repeat;
  private final Map<String, LongAdder> acknowledged = new ConcurrentHashMap<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final LongAdder requests = new LongAdder();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  private SteadyCallers(InetSocketAddress service, String counters, boolean repeat) {
    this.service = service;
    this.counters = counters;
    this.repeat = repeat;
  }

  /**
   * Starts as many that keep their connections, and a quarter as many that do not.
   *
   * @param counters with what the names of their counters begin
   */
  public static SteadyCallers start(InetSocketAddress service, String counters, int callers) {
    return new SteadyCallers(service, counters, false).start(callers);
  }

  /** Starts as many, who repeat. */
  public static SteadyCallers startRepeating(
      InetSocketAddress service, String counters, int callers) {
    return new SteadyCallers(service, counters, true).start(callers);
  }

  private SteadyCallers start(int callers) {
    for (int i = 0; i < callers + callers / 4; i++) {
      boolean keepsAlive = i < callers;
      int number = i;
      Thread thread = new Thread(() -> call(number, keepsAlive), "caller-" + i);
      threads.add(thread);
      thread.start();
    }
    return this;
  }

  public long requests() {
    return requests.sum();
  }

  public List<String> failures() {
    return List.copyOf(failures);
  }

  /** The sum of the acknowledged deltas of each counter. */
  public Map<String, Long> acknowledged() {
    return acknowledged.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, entry -> entry.getValue().sum(), (a, b) -> a, TreeMap::new));
  }

  private void call(int number, boolean keepsAlive) {
    try (KeepAliveClient client = new KeepAliveClient(service, keepsAlive)) {
      for (int i = 0; !over; i++) {
        String counter = counters + (number + i) % COUNTERS;
        while (!callOnce(client, counter, i % 4, number + "-" + i) && repeat) {
          LockSupport.parkNanos(PAUSE.toNanos());
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    } catch (IOException e) {
      failures.add("closing: " + e);
    }
  }

  /**
   * Three of four requests record; who does not repeat, also without ids. Answers whether it was
   * well.
   */
  private boolean callOnce(KeepAliveClient client, String counter, int turn, String id) {
    String path = "/v1/counters/default/" + counter;
    requests.increment();
    try {
      return switch (repeat && turn < 3 ? 1 : turn) {
        case 0 -> record(client, counter, "", 1);
        case 1 -> record(client, counter, "{\"delta\": 3, \"id\": \"" + id + "\"}", 3);
        case 2 -> record(client, counter, "[{\"delta\": 2}, {\"delta\": 5}]", 7);
        default -> expect(200, client.send("GET", path, ""));
      };
    } catch (IOException e) {
      failures.add(Instant.now() + " " + Thread.currentThread().getName() + ": " + e);
      return false;
    }
  }

  private boolean record(KeepAliveClient client, String counter, String body, long sum)
      throws IOException {
    String path = "/v1/counters/default/" + counter + "/events";
    boolean recorded = expect(201, client.send("POST", path, body));
    if (recorded) {
      acknowledged.computeIfAbsent(counter, first -> new LongAdder()).add(sum);
    }
    return recorded;
  }

  private boolean expect(int status, KeepAliveClient.Response response) {
    if (response.status() != status) {
      failures.add(Instant.now() + " " + response);
    }
    return response.status() == status;
  }

  /** Ends them after their last responses. */
  @Override
  public void close() {
    over = true;
    for (Thread thread : threads) {
      try {
        thread.join(TestPatience.LIMIT.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }
}
