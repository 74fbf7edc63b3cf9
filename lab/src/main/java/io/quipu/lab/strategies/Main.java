package io.quipu.lab.strategies;

import io.quipu.ops.command.CommandConsole;
import io.quipu.ops.config.InvalidConfiguration;
import java.io.PrintStream;
import picocli.CommandLine;

/** The process of {@link StrategiesCommand}. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    // what logback.xml reads: instances that are started tell only what goes wrong
    if (System.getenv("QUIPU_LOG_LEVEL") == null) {
      System.setProperty("QUIPU_LOG_LEVEL", "ERROR");
    }
    System.exit(run(System.out, System.err, arguments));
  }

  /** Returns the exit code: 0 success, 1 failure, 2 bad arguments or bad configuration. */
  static int run(PrintStream out, PrintStream err, String... arguments) {
    return new CommandConsole(out, err)
        .run(
            new CommandLine(new StrategiesCommand()),
            InvalidConfiguration.class::isInstance,
            mistyped -> "",
            arguments);
  }
}
