package io.quipu.lab.strategies;

import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All ways to count on a real Cassandra, each as right or wrong as it is known to be. */
@Thorough
@ExtendWith(CassandraExtension.class)
class EveryStrategyIT {
  @Test
  void everyWayIsAsRightOrWrongAsItIsKnownToBe(TestCassandra cassandra) {
    new StrategiesRun(cassandra).checkOutcomes(StrategiesRun.WAYS);
  }
}
