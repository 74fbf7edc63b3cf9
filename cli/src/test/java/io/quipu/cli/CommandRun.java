package io.quipu.cli;

import io.quipu.testing.dev.CommandInJvm;
import java.net.URI;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

/** A command of the command line in this JVM. */
public final class CommandRun extends CommandInJvm {
  private CommandRun(Executor executor, String... arguments) {
    super(executor, Main::run, arguments);
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
}
