package io.quipu;

import io.quipu.ops.config.InvalidConfiguration;
import io.quipu.tools.cli.AddCommand;
import io.quipu.tools.cli.BenchCommand;
import io.quipu.tools.cli.DeleteCommand;
import io.quipu.tools.cli.ExportCommand;
import io.quipu.tools.cli.GetCommand;
import io.quipu.tools.cli.ImportCommand;
import io.quipu.tools.cli.IncrementCommand;
import io.quipu.tools.cli.KeysCommand;
import io.quipu.tools.cli.ListCommand;
import io.quipu.tools.cli.NamespacesCommand;
import io.quipu.tools.cli.ProfileCommand;
import io.quipu.tools.cli.RecountCommand;
import io.quipu.tools.cli.ResetCommand;
import io.quipu.tools.cli.TopCommand;
import io.quipu.tools.cli.TotalCommand;
import io.quipu.tools.cli.TypedValues;
import io.quipu.tools.cli.WatchCommand;
import io.quipu.tools.cli.WindowsCommand;
import io.quipu.tools.cli.sizing.SizingCommand;
import io.quipu.tools.cli.spelling.Nearest;
import io.quipu.tools.strategies.StrategiesCommand;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line of a process with arguments other than {@code serve} alone. The service without
 * arguments loads no class of the command line.
 */
@Command(
    name = "quipu",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Commands.Version.class,
    subcommands = {
      ServeCommand.class,
      AddCommand.class,
      IncrementCommand.class,
      GetCommand.class,
      WatchCommand.class,
      ListCommand.class,
      TopCommand.class,
      WindowsCommand.class,
      TotalCommand.class,
      NamespacesCommand.class,
      KeysCommand.class,
      ProfileCommand.class,
      RecountCommand.class,
      ResetCommand.class,
      DeleteCommand.class,
      ImportCommand.class,
      ExportCommand.class,
      BenchCommand.class,
      SizingCommand.class,
      SchemaCommand.class,
      DoctorCommand.class,
      StrategiesCommand.class,
      GenerateCompletion.class
    },
    description =
        "Without a command, and with serve: the service, which environment variables configure"
            + " (docs/configuration.md).")
final class Commands {
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

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
    CommandLine commands = new CommandLine(new Commands());
    TypedValues.register(commands);
    PrintWriter printed = utf8(out);
    int code = execute(commands.setOut(printed), err, arguments);
    printed.flush();
    // the writer does not know of errors: the stream below it keeps them to itself
    if (out.checkError()) {
      err.println("Standard output cannot be written to its end");
      return code == 0 ? FAILED : code;
    }
    return code;
  }

  private static int execute(CommandLine commands, PrintStream err, String... arguments) {
    return commands
        .setErr(utf8(err))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(
            (failure, given) -> complain(failure.getCommandLine(), failure, MISUSED))
        .setExecutionExceptionHandler(
            (failure, command, parsed) ->
                complain(
                    command, failure, failure instanceof InvalidConfiguration ? MISUSED : FAILED))
        .execute(arguments);
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private static int complain(CommandLine command, Exception failure, int code) {
    String line = code == MISUSED ? String.valueOf(failure.getMessage()) : failure.toString();
    command.getErr().println(line.lines().findFirst().orElse("") + hint(command, failure));
    return code;
  }

  /** Returns what to type instead of what is not known, or where missing words are explained. */
  private static String hint(CommandLine command, Exception failure) {
    CommandSpec spec = command.getCommandSpec();
    String help = "; see " + spec.qualifiedName() + " --help";
    if (failure instanceof MissingParameterException) {
      return help;
    }
    if (!(failure instanceof UnmatchedArgumentException mistyped)
        || mistyped.getUnmatched().isEmpty()) {
      return "";
    }
    String typed = mistyped.getUnmatched().get(0).split("=", 2)[0];
    String nearest =
        Nearest.hint(
            typed,
            typed.startsWith("-") ? spec.optionsMap().keySet() : spec.subcommands().keySet());
    return nearest.isEmpty() ? help : nearest;
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
