package io.quipu;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The output of a command, and its end. */
public record CommandRun(int exitCode, String out, String err) {
  /** Runs a command in this JVM against a service. */
  public static CommandRun of(URI service, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--url=" + service);
    int exitCode = Commands.run(stream(out), stream(err), all.toArray(String[]::new));
    return new CommandRun(exitCode, text(out), text(err));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
