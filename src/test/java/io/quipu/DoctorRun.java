package io.quipu;

import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;

/**
 * One run of the command {@code doctor}.
 *
 * @param code the exit code
 * @param text the output
 */
public record DoctorRun(int code, String text) {
  /** Runs the command in this process. */
  public static DoctorRun of(Map<String, String> environment, String... arguments) {
    StringWriter text = new StringWriter();
    int code =
        new CommandLine(new DoctorCommand(environment))
            .setOut(new PrintWriter(text, true))
            .execute(arguments);
    return new DoctorRun(code, text.toString());
  }

  /** The environment of an instance over a keyspace. */
  public static Map<String, String> environment(InetSocketAddress cassandra, String keyspace) {
    return new HashMap<>(
        Map.of(
            "QUIPU_CASSANDRA_CONTACT_POINTS",
            cassandra.getHostString() + ":" + cassandra.getPort(),
            "QUIPU_CASSANDRA_LOCAL_DC",
            TestCassandra.LOCAL_DATACENTER,
            "QUIPU_CASSANDRA_REPLICATION",
            "1",
            "QUIPU_CASSANDRA_KEYSPACE",
            keyspace));
  }

  /** The line of a check; the first if there are several. */
  public String line(String name) {
    return text.lines().filter(line -> line.contains("  " + name + "  ")).findFirst().orElse("");
  }

  /** The findings of the JSON whose status is not {@code ok}. */
  public List<JsonObject> complaints() {
    return new JsonObject(text)
        .getJsonArray("findings").stream()
            .map(JsonObject.class::cast)
            .filter(finding -> !Objects.equals(finding.getString("status"), "ok"))
            .toList();
  }
}
