package io.quipu.testing.e2e;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@link ResetIT} does, for longer. */
@Thorough
@EndToEnd
class ManyResetsIT {
  private static final int RESETS = 100;

  @Test
  void countsWhatLiesAfterTheLastReset_onAllPagesOfACounter(TestCassandra cassandra)
      throws Exception {
    try (RunningQuipu quipu =
        RunningQuipu.start(2, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "200ms"))) {
      new ResettingLoad(quipu, "spread").run("{\"kind\": \"event\", \"shards\": 5}", RESETS);
    }
  }
}
