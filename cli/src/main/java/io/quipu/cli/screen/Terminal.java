package io.quipu.cli.screen;

import java.io.Console;

/** Tells whether a command prints to a terminal. */
public final class Terminal {
  private Terminal() {}

  /**
   * The terminal.
   *
   * @throws IllegalStateException if there is none
   */
  @SuppressWarnings("SystemConsoleNull") // asked only where isThere()
  public static Console console() {
    Console console = System.console();
    if (console == null) {
      throw new IllegalStateException("There is no terminal");
    }
    return console;
  }

  @SuppressWarnings("SystemConsoleNull") // before JDK 22: null if no terminal, no isTerminal()
  public static boolean isThere() {
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
