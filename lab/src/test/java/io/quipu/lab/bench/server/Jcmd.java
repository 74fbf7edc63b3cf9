package io.quipu.lab.bench.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands to another JVM, by the tool of the JDK. */
final class Jcmd {
  private Jcmd() {}

  /** Answers what it prints. */
  static String run(long pid, String... command) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    all.add(Long.toString(pid));
    all.addAll(List.of(command));
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(printed);
    }
    return printed;
  }
}
