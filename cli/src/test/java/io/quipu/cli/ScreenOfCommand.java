package io.quipu.cli;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jline.builtins.ScreenTerminal;

/** A command on a terminal: a real one for the command, whose screen is drawn in memory. */
final class ScreenOfCommand implements AutoCloseable {
  private final Process process;
  private final ScreenTerminal screen;

  private ScreenOfCommand(Process process, ScreenTerminal screen) {
    this.process = process;
    this.screen = screen;
    Thread drawing = new Thread(this::draw, "screen");
    drawing.setDaemon(true);
    drawing.start();
  }

  /** Needs {@code script} of util-linux, which Debian always has. */
  static ScreenOfCommand start(
      int columns, int lines, Map<String, String> variables, List<String> arguments)
      throws IOException {
    List<String> command = CommandProcess.words();
    command.addAll(arguments);
    String quoted =
        command.stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    ProcessBuilder script =
        new ProcessBuilder(
            "script",
            "--quiet",
            "--flush",
            "--command",
            "stty rows " + lines + " cols " + columns + "; exec " + quoted,
            "/dev/null");
    script.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
    script.environment().putAll(variables);
    script.environment().put("LC_ALL", "C.UTF-8");
    script.environment().put("TERM", "xterm");
    script.redirectErrorStream(true);
    return new ScreenOfCommand(script.start(), new ScreenTerminal(columns, lines));
  }

  private void draw() {
    try (Reader in = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
      char[] some = new char[4096];
      for (int read = in.read(some); read >= 0; read = in.read(some)) {
        screen.write(new String(some, 0, read));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of the screen, without what is blank at their ends. */
  List<String> lines() {
    return screen.toString().lines().map(String::stripTrailing).toList();
  }

  @Override
  public void close() {
    // the command outlives its terminal as long as it has nothing to draw
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
