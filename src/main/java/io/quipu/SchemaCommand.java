package io.quipu;

import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Config;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command {@code schema}: makes the schema, and ends. An instance does this when it starts,
 * unless {@code QUIPU_SCHEMA=check} is set. After the command, instances can run under an account
 * that may not change the schema. Exit codes: 0 the schema is of this version, 1 the schema could
 * not be made, 2 bad configuration.
 */
@Command(
    name = "schema",
    description = {
      "Creates the keyspace and its tables, or brings them to this version, and ends.",
      "Variables QUIPU_CASSANDRA_* say where, and under which account, as for the service; instances"
          + " whose account may not change the schema are given QUIPU_SCHEMA=check."
    })
final class SchemaCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CommandSpec given = Objects.requireNonNull(spec, "set by picocli");
    CassandraConfig config = Config.cassandra(System.getenv());
    try {
      CassandraSession.createSchema(config);
    } catch (CassandraUnusable e) {
      given.commandLine().getErr().println(e.getMessage());
      return 1;
    }
    given
        .commandLine()
        .getOut()
        .println("Keyspace " + config.keyspace() + " has the schema of this version");
    return 0;
  }
}
