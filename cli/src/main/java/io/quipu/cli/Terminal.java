package io.quipu.cli;

import java.io.Console;

/** Tells whether a command prints to a terminal. */
final class Terminal {
  private Terminal() {}

  /**
   * The terminal.
   *
   * @throws IllegalStateException if there is none
   */
  @SuppressWarnings("SystemConsoleNull") // asked only where isThere()
  static Console console() {
    Console console = System.console();
    if (console == null) {
      throw new IllegalStateException("There is no terminal");
    }
    return console;
  }

  @SuppressWarnings("SystemConsoleNull") // before JDK 22: null if no terminal, no isTerminal()
  static boolean isThere() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
