package io.quipu;

import io.quipu.ops.command.CommandConsole;
import io.quipu.ops.config.InvalidConfiguration;
import java.io.PrintStream;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ScopeType;

/**
 * The commands of the service itself, in a process with arguments other than {@code serve} alone.
 * The service without arguments loads none of their classes.
 */
@Command(
    name = "java -jar quipu.jar",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Commands.Version.class,
    subcommands = {ServeCommand.class, SchemaCommand.class, DoctorCommand.class},
    description =
        "Without a command, and with serve: the service, which environment variables configure"
            + " (docs/configuration.md).",
    footer = "To record events and read counts: cli/bin/quipu (docs/command-line.md)")
final class Commands {
  /** The variable of the log level, which logback.xml reads. A command has the default ERROR. */
  private static final String LOG_LEVEL = "QUIPU_LOG_LEVEL";

  private Commands() {}

  /** Returns the exit code: 0 success, 1 failure, 2 bad arguments or bad configuration. */
  static int run(String... arguments) {
    return run(System.out, System.err, arguments);
  }

  static int run(PrintStream out, PrintStream err, String... arguments) {
    if (System.getenv(LOG_LEVEL) == null) {
      System.setProperty(LOG_LEVEL, "ERROR");
    }
    return new CommandConsole(out, err)
        .run(
            new CommandLine(new Commands()),
            InvalidConfiguration.class::isInstance,
            mistyped -> "",
            arguments);
  }

  /** The version of the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Commands.class.getPackage().getImplementationVersion();
      return new String[] {"quipu " + Objects.requireNonNullElse(version, "(not from its jar)")};
    }
  }
}
