package io.quipu.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests with mistakes in them, of callers who may do some of what they ask for: a table of
 * rights says of each whether it may succeed. {@code -Drequests=} says how many, {@code -Dseed=}
 * repeats them, and {@code -Dfirst=} with {@code -Drequests=1} one of them.
 */
@Thorough
@EndToEnd
class ManyPartlyAuthorisedIT {
  @Test
  void answersNobodyWhatTheyMayNotKnow_andRecordsNothingOfIt(
      TestCassandra cassandra, @TempDir Path folder) throws Exception {
    int requests = Integer.getInteger("requests", 100_000);
    int first = Integer.getInteger("first", 0);
    long seed = Long.getLong("seed", new Random().nextInt(1_000_000));
    System.out.printf("partly authorised requests: -Dseed=%d -Drequests=%d%n", seed, requests);
    Path key = Files.writeString(folder.resolve("key"), RightsWorld.FIRST);
    try (ServiceLog log = new ServiceLog();
        RunningQuipu quipu =
            RunningQuipu.start(
                1,
                cassandra,
                Map.of(
                    "QUIPU_CHECKPOINT_PERIOD",
                    "200ms",
                    "QUIPU_AUTH",
                    "keys",
                    "QUIPU_BOOTSTRAP_KEY_FILE",
                    key.toString(),
                    "QUIPU_MAX_NAMESPACES",
                    "10"))) {
      List<String> violations =
          new PartlyAuthorised(quipu.uri(0), seed).violations(first, requests);

      assertThat(violations).as("seed %d", seed).isEmpty();
      assertThat(log.defects()).as("the log, seed %d", seed).isEmpty();
    }
  }
}
