package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.ServiceProcess;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command that brings the schema to this version, in a process of its own. */
@Thorough
@ExtendWith(CassandraExtension.class)
class SchemaCommandIT {
  @TempDir private Path folder;

  @Test
  void makesTheKeyspace_andFindsItSoAfterwards(TestCassandra cassandra) throws Exception {
    String keyspace = cassandra.reservedKeyspace();
    Map<String, String> variables =
        Map.of(
            "QUIPU_CASSANDRA_CONTACT_POINTS",
            cassandra.contactPointText(),
            "QUIPU_CASSANDRA_KEYSPACE",
            keyspace,
            "QUIPU_CASSANDRA_REPLICATION",
            "1");
    for (int i = 0; i < 2; i++) {
      assertThat(run(variables)).as(output()).isZero();
      assertThat(output()).isEqualTo("Keyspace " + keyspace + " has the schema of this version\n");
    }
    assertThat(
            cassandra
                .session()
                .execute(
                    "SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?", keyspace)
                .all())
        .extracting(row -> row.getString(0))
        .contains("page", "event", "writer");
  }

  @Test
  void saysInOneLineWhatIsWrong() throws Exception {
    Map<String, String> variables = new HashMap<>();
    variables.put("QUIPU_CASSANDRA_CONTACT_POINTS", "127.0.0.1:1");
    variables.put("QUIPU_CASSANDRA_CONNECT_TIMEOUT", "1s");
    assertThat(run(variables)).isEqualTo(1);
    assertThat(output().lines()).hasSize(1);
    assertThat(output()).contains("127.0.0.1:1");

    variables.put("QUIPU_CASSANDRA_CONNECT_TIMEOUT", "soon");
    assertThat(run(variables)).isEqualTo(2);
    assertThat(output().lines()).hasSize(1);
    assertThat(output()).contains("QUIPU_CASSANDRA_CONNECT_TIMEOUT=soon");
  }

  private int run(Map<String, String> variables) throws IOException, InterruptedException {
    ProcessBuilder builder =
        ServiceProcess.ofThisBuild(variables)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(folder.resolve("output").toFile()));
    builder.command().add("schema");
    Process process = builder.start();
    assertThat(process.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private String output() throws IOException {
    return Files.readString(folder.resolve("output"));
  }
}
