package io.quipu.tools.cli;

import java.io.Console;

/** Tells whether somebody looks at what a command prints. */
final class Terminal {
  private Terminal() {}

  @SuppressWarnings("SystemConsoleNull") // so it is before JDK 22; from then on it says itself
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
