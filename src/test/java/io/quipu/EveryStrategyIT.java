package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** All ways to count on a real Cassandra, each as right or wrong as it is known to be. */
@Thorough
@ExtendWith(CassandraExtension.class)
class EveryStrategyIT {
  @Test
  void everyWayIsAsRightOrWrongAsItIsKnownToBe(TestCassandra cassandra, @TempDir Path folder)
      throws IOException {
    Set<String> before = StrategiesIT.keyspaces(cassandra.session());
    Path page = folder.resolve("page.html");

    new StrategiesRun(cassandra, "--html=" + page).checkOutcomes(StrategiesRun.WAYS);

    assertThat(Files.readString(page)).contains("<svg", "Quipu, event with ids");
    assertThat(StrategiesIT.keyspaces(cassandra.session())).as("nothing is left").isEqualTo(before);
  }
}
