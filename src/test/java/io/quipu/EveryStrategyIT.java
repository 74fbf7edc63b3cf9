package io.quipu;

import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.dev.Thorough;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All ways to count on a real Cassandra, each as right or wrong as it is known to be. */
@Thorough
@ExtendWith(CassandraExtension.class)
class EveryStrategyIT {
  @Test
  void everyWayIsAsRightOrWrongAsItIsKnownToBe(TestCassandra cassandra) {
    StrategiesRun run = new StrategiesRun();
    run.run(cassandra);
    run.checkOutcomes(StrategiesRun.WAYS);
  }
}
