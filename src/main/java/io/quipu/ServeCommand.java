package io.quipu;

import picocli.CommandLine.Command;

/** {@code serve}: the service. {@link Main} runs it, as it does without a command. */
@Command(
    name = ServeCommand.NAME,
    description = {
      "Runs the service until it is told to stop.",
      "Environment variables configure it: docs/configuration.md."
    })
final class ServeCommand implements Runnable {
  static final String NAME = "serve";

  /** Tells if nothing else is asked for, such as help. */
  static boolean isMeant(String[] arguments) {
    return arguments.length == 1 && arguments[0].equals(NAME);
  }

  @Override
  public void run() {
    throw new IllegalStateException("only Main can serve");
  }
}
