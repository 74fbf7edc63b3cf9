package io.quipu;

import picocli.CommandLine.Command;

/** The help of the command {@code serve}. {@link Main} runs the command itself. */
@Command(
    name = ServeCommand.NAME,
    description = {
      "Runs the service until it is told to stop.",
      "Environment variables configure it: docs/configuration.md."
    })
final class ServeCommand implements Runnable {
  static final String NAME = "serve";

  /** Tells if the only argument is {@code serve}, without an option such as {@code --help}. */
  static boolean isMeant(String[] arguments) {
    return arguments.length == 1 && arguments[0].equals(NAME);
  }

  @Override
  public void run() {
    throw new IllegalStateException("only Main can serve");
  }
}
