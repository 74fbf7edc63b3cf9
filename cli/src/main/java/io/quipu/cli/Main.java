package io.quipu.cli;

import io.quipu.cli.options.TypedValues;
import io.quipu.cli.sizing.SizingCommand;
import io.quipu.cli.spelling.Nearest;
import io.quipu.ops.command.CommandConsole;
import java.io.PrintStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line {@code quipu}. Without a command it prints its help. */
@Command(
    name = "quipu",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Main.Version.class,
    subcommands = {
      AddCommand.class,
      IncrementCommand.class,
      GetCommand.class,
      WatchCommand.class,
      ListCommand.class,
      TopCommand.class,
      WindowsCommand.class,
      TotalCommand.class,
      QueryCommand.class,
      ReportCommand.class,
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
      GenerateCompletion.class
    },
    description = "Records events in a running Quipu, and reads its counts.",
    footer = "The service has commands of its own: java -jar quipu.jar --help")
public final class Main implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(run(System.out, System.err, arguments));
  }

  /** Returns the exit code of a command; 1 if it failed, 2 if its arguments are wrong. */
  static int run(PrintStream out, PrintStream err, String... arguments) {
    CommandLine commands = new CommandLine(new Main());
    TypedValues.register(commands);
    return new CommandConsole(out, err).run(commands, failure -> false, Main::meant, arguments);
  }

  @Override
  public void run() {
    CommandLine quipu = Objects.requireNonNull(spec, "set by picocli").commandLine();
    quipu.usage(quipu.getOut());
  }

  private static String meant(UnmatchedArgumentException mistyped) {
    if (mistyped.getUnmatched().isEmpty()) {
      return "";
    }
    CommandSpec command = mistyped.getCommandLine().getCommandSpec();
    String typed = mistyped.getUnmatched().get(0).split("=", 2)[0];
    return Nearest.hint(
        typed,
        typed.startsWith("-") ? command.optionsMap().keySet() : command.subcommands().keySet());
  }

  /** The version of the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"quipu " + Objects.requireNonNullElse(version, "(not from its jar)")};
    }
  }
}
