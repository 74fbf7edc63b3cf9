package io.quipu;

import io.quipu.cassandra.Doctor;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.findings.Finding;
import io.quipu.engine.input.JsonText;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Config;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code doctor}: looks at the Cassandra of the service, and prints a line for each
 * check. Exit codes: 0 fine, 1 something breaks a guarantee, 2 could not look, 3 warnings only.
 */
@Command(
    name = "doctor",
    description = {
      "Checks the keyspace, the settings of Cassandra, guardrails, the ring, clocks, repairs,"
          + " partitions and the horizon, and changes nothing.",
      "Variables QUIPU_CASSANDRA_* say where, and under which account, as for the service.",
      "Exit codes: 0 fine, 1 something breaks a guarantee, 2 could not look, 3 warnings only."
    })
final class DoctorCommand implements Callable<Integer> {
  @Option(names = "--json", description = "One object of JSON instead of lines.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;

  DoctorCommand() {
    this(System.getenv());
  }

  DoctorCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    CassandraConfig config = Config.cassandra(environment);
    List<Finding> findings = look(config);
    PrintWriter out = Objects.requireNonNull(spec, "set by picocli").commandLine().getOut();
    if (json) {
      out.println(json(findings));
    } else {
      findings.forEach(finding -> out.println(line(finding)));
    }
    return Finding.worst(findings).exitCode();
  }

  private static List<Finding> look(CassandraConfig config) {
    try {
      return Doctor.look(config);
    } catch (CassandraUnusable e) {
      return List.of(
          Finding.unknown(
              "connection", String.valueOf(e.getMessage()), "look again when Cassandra answers"));
    }
  }

  private static String line(Finding finding) {
    String what =
        "%-7s  %s  %s".formatted(finding.status().label(), finding.name(), finding.detail());
    return finding.remedy().isEmpty() ? what : what + " (" + finding.remedy() + ")";
  }

  static String json(List<Finding> findings) {
    JsonText text = new JsonText();
    text.beginObject().name("status").value(Finding.worst(findings).label());
    text.name("findings").beginArray();
    for (Finding finding : findings) {
      text.beginObject()
          .name("name")
          .value(finding.name())
          .name("status")
          .value(finding.status().label())
          .name("detail")
          .value(finding.detail())
          .name("do")
          .value(finding.remedy())
          .endObject();
    }
    return text.endArray().endObject().toString();
  }
}
