package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.server.Servers;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Waits until the servers have done what the last load left to do: settling, compaction, flushes.
 * Else it would be done at the expense of the other side.
 */
final class Calm {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration LOOK = Duration.ofMillis(500);

  /** Of one core, all servers together: heartbeats and the like. */
  private static final double IDLE = 0.2;

  private final Servers servers;
  private double used;
  private long since;

  private Calm(Servers servers) {
    this.servers = servers;
    this.used = used();
    this.since = System.nanoTime();
  }

  /** Answers whether it became calm in time. */
  static boolean await(Servers servers) {
    Calm calm = new Calm(servers);
    try {
      Awaitility.await("calm").pollInterval(LOOK).atMost(PATIENCE).until(calm::isIdle);
      return true;
    } catch (ConditionTimeoutException busy) {
      return false;
    }
  }

  /** Lets time pass: nothing is decided by how much exactly. */
  static void lasting(Duration time) {
    Awaitility.await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
  }

  private boolean isIdle() {
    double now = used();
    long nanos = System.nanoTime();
    double cores = (now - used) / ((nanos - since) / 1e9);
    used = now;
    since = nanos;
    return cores < IDLE;
  }

  private double used() {
    return servers.cpu().entrySet().stream()
        .filter(process -> !process.getKey().equals(Servers.GENERATOR))
        .mapToDouble(process -> process.getValue())
        .sum();
  }
}
