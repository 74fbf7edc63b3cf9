package io.quipu.tools.cli;

import java.io.Console;

/** Tells whether a command prints to a terminal. */
final class Terminal {
  private Terminal() {}

  @SuppressWarnings("SystemConsoleNull") // null before JDK 22; isTerminal() from 22 on
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
