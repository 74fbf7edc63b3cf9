package io.quipu.client;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.EndToEnd;
import org.junit.jupiter.api.Test;

/** The row {@code restarts-10000}. */
@Thorough
@EndToEnd
class JavaManyRestartsIT {

  @Test
  void countsTenThousandEventsOnceEach(TestCassandra cassandra) throws Exception {
    new Restarts(JavaUnderTest::new, 10_000, 6, Long.getLong("seed", 1)).run(cassandra);
  }
}
