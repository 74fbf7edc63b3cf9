package io.quipu.client;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.EndToEnd;
import org.junit.jupiter.api.Test;

/** The row {@code restarts-10000}, for TypeScript. */
@Thorough
@EndToEnd
class TypeScriptManyRestartsIT {

  @Test
  void countsTenThousandEventsOnceEach(TestCassandra cassandra) throws Exception {
    ClientUnderTest.Start client = ProcessUnderTest.of(TypeScriptClient.built().underTest());
    new Restarts(client, 10_000, 6, Long.getLong("seed", 1)).run(cassandra);
  }
}
