package io.quipu.client;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.EndToEnd;
import org.junit.jupiter.api.Test;

/** The row {@code restarts-500}; {@link JavaManyRestartsIT} is that of 10,000 events. */
@EndToEnd
@Thorough
class JavaRestartsIT {

  @Test
  void countsFiveHundredEventsOnceEach(TestCassandra cassandra) throws Exception {
    new Restarts(JavaUnderTest::new, 500, 2, Long.getLong("seed", 1)).run(cassandra);
  }
}
