package io.quipu.ops.command;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The streams and exit codes of a command line. Each error is one line. */
public final class CommandConsole {
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private final PrintStream out;
  private final PrintStream err;

  public CommandConsole(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Runs a command.
   *
   * @param isMisuse tells failures that the user mends with other arguments or variables
   * @param meant returns the words about what an unknown argument may have meant; empty for no
   *     guess
   * @return the exit code of the command; 1 if it failed, or its output was not written to its end;
   *     2 if it was misused
   */
  public int run(
      CommandLine commands,
      Predicate<Exception> isMisuse,
      Function<UnmatchedArgumentException, String> meant,
      String... arguments) {
    PrintWriter printed = utf8(out);
    int code =
        commands
            .setOut(printed)
            .setErr(utf8(err))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler(
                (failure, given) -> complain(failure.getCommandLine(), failure, MISUSED, meant))
            .setExecutionExceptionHandler(
                (failure, command, parsed) ->
                    complain(command, failure, isMisuse.test(failure) ? MISUSED : FAILED, meant))
            .execute(arguments);
    printed.flush();
    // the writer does not know of errors: the stream below it keeps them to itself
    if (out.checkError()) {
      err.println("Standard output cannot be written to its end");
      return code == 0 ? FAILED : code;
    }
    return code;
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private static int complain(
      CommandLine command,
      Exception failure,
      int code,
      Function<UnmatchedArgumentException, String> meant) {
    String line = code == MISUSED ? String.valueOf(failure.getMessage()) : failure.toString();
    command.getErr().println(line.lines().findFirst().orElse("") + hint(command, failure, meant));
    return code;
  }

  /** Returns what to type instead of what is not known, or where missing words are explained. */
  private static String hint(
      CommandLine command, Exception failure, Function<UnmatchedArgumentException, String> meant) {
    String guess = failure instanceof UnmatchedArgumentException typed ? meant.apply(typed) : "";
    boolean isExplained =
        failure instanceof MissingParameterException
            || failure instanceof UnmatchedArgumentException;
    return guess.isEmpty() && isExplained
        ? "; see " + command.getCommandSpec().qualifiedName() + " --help"
        : guess;
  }
}
