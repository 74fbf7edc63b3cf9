package io.quipu.testing.dev;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A command in this JVM, its output, which may be read while it runs, and its end. */
public class CommandInJvm {
  /** The commands of a program. */
  public interface Program {
    /** Runs a command, and returns its exit code. */
    int run(PrintStream out, PrintStream err, String... arguments);
  }

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> end;

  /** Runs a command to its end. */
  public CommandInJvm(Program program, String... arguments) {
    this(Runnable::run, program, arguments);
  }

  /** Begins to run a command. */
  protected CommandInJvm(Executor executor, Program program, String... arguments) {
    end =
        CompletableFuture.supplyAsync(
            () -> program.run(stream(out), stream(err), arguments), executor);
  }

  /** Waits for the end of the command. */
  public int exitCode() {
    return TestPatience.join(end);
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
