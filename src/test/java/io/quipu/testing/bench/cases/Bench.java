package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.server.Servers;
import java.time.Duration;

/**
 * What a case is run with.
 *
 * @param seconds how long a phase of load lasts
 * @param rounds how often both sides are measured
 * @param connections how many a closed loop uses, with a request in flight on each
 */
public record Bench(Servers servers, int seconds, int rounds, int connections) {
  Duration phase() {
    return Duration.ofSeconds(seconds);
  }
}
