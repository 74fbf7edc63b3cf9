package io.quipu;

import io.quipu.testing.dev.TestPatience;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

/** A command in this JVM, its output, which may be read while it runs, and its end. */
public final class CommandRun {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> end;

  private CommandRun(Executor executor, String... arguments) {
    end =
        CompletableFuture.supplyAsync(
            () -> Commands.run(stream(out), stream(err), arguments), executor);
  }

  /** Runs a command to its end. */
  static CommandRun of(String... arguments) {
    return new CommandRun(Runnable::run, arguments);
  }

  /** Runs a command to its end, against a service. */
  public static CommandRun of(URI service, String... arguments) {
    return of(
        Stream.concat(Stream.of(arguments), Stream.of("--url=" + service)).toArray(String[]::new));
  }

  /** Begins to run a command. */
  static CommandRun begin(String... arguments) {
    return new CommandRun(ForkJoinPool.commonPool(), arguments);
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
