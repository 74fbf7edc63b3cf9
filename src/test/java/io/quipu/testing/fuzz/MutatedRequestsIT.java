package io.quipu.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The published requests with mistakes in them. {@code -Drequests=} says how many, {@code -Dseed=}
 * repeats them, and {@code -Dfirst=} with {@code -Drequests=1} one of them; {@code -Dshow=true}
 * prints what is sent and received.
 */
@Thorough
@EndToEnd
class MutatedRequestsIT {
  @Test
  void recordsNothingThatItRefuses_answersEverything_andHasNoDefect(TestCassandra cassandra)
      throws Exception {
    int requests = Integer.getInteger("requests", 10_000);
    int first = Integer.getInteger("first", 0);
    long seed = Long.getLong("seed", new Random().nextInt(1_000_000));
    System.out.printf("mutated requests: -Dseed=%d -Drequests=%d%n", seed, requests);
    try (ServiceLog log = new ServiceLog();
        RunningQuipu quipu =
            RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "200ms"))) {
      List<String> violations = new MutatedRequests(quipu.uri(0), seed).violations(first, requests);

      assertThat(violations).as("seed %d", seed).isEmpty();
      assertThat(log.defects()).as("the log, seed %d", seed).isEmpty();
    }
  }
}
