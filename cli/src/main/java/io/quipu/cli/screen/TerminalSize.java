package io.quipu.cli.screen;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The size of a terminal.
 *
 * @param lines the number of lines; less than 2 counts as 2
 * @param columns the number of columns; less than 20 counts as 20
 */
public record TerminalSize(int lines, int columns) {
  static final TerminalSize USUAL = new TerminalSize(24, 80);

  public TerminalSize {
    lines = Math.max(2, lines);
    columns = Math.max(20, columns);
  }

  /** Measures the terminal of this process. Returns the usual size if the measurement fails. */
  public static TerminalSize now() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return of(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException noTerminal) {
      return USUAL;
    }
  }

  /** Reads the output of {@code stty size}. Returns the usual size if a number is missing or 0. */
  static TerminalSize of(String said) {
    String[] parts = said.strip().split(" ", -1);
    try {
      int lines = Integer.parseInt(parts[0]);
      int columns = Integer.parseInt(parts[parts.length - 1]);
      return lines > 0 && columns > 0 ? new TerminalSize(lines, columns) : USUAL;
    } catch (NumberFormatException saysNothing) {
      return USUAL;
    }
  }
}
