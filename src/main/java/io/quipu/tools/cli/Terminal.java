package io.quipu.tools.cli;

import java.io.Console;

/** Tells whether a command prints to a terminal. */
final class Terminal {
  private Terminal() {}

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
