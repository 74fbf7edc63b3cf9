package io.quipu.lab.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command on a real Cassandra: which counts are right, and what it leaves behind. */
@Thorough
@ExtendWith(CassandraExtension.class)
class StrategiesIT {
  @Test
  void countsOfTheUsualWaysAreRightOrWrongByWhatWasInjected(
      TestCassandra cassandra, @TempDir Path folder) throws IOException {
    Set<String> before = keyspaces(cassandra.session());
    Path page = folder.resolve("page.html");

    new StrategiesRun(
            cassandra, "--only=count-star,counter,cas-ids,cached-10s,quipu-event", "--html=" + page)
        .checkOutcomes(5);

    assertThat(Files.readString(page)).contains("<svg", "Quipu, event with ids");
    assertThat(keyspaces(cassandra.session())).as("nothing is left").isEqualTo(before);
  }

  @Test
  void theKeyspaceStaysOnDemand(TestCassandra cassandra) {
    Set<String> before = keyspaces(cassandra.session());

    StrategiesRun run =
        new StrategiesRun(cassandra, "--only=count-star", "--keep", "--replication=1");

    Set<String> added = new TreeSet<>(keyspaces(cassandra.session()));
    added.removeAll(before);
    added.forEach(name -> cassandra.session().execute("DROP KEYSPACE " + name));
    assertThat(added).singleElement().asString().startsWith("quipu_strategies_");
    assertThat(run.progress()).contains("In keyspace " + added.iterator().next());
  }

  private static Set<String> keyspaces(CqlSession session) {
    return session.execute("SELECT keyspace_name FROM system_schema.keyspaces").all().stream()
        .map(row -> row.getString(0))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
