package io.quipu.cli;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.ServiceProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts of commands in processes of their own, without the libraries of tests. */
public final class CommandProcess {
  private static final String MAIN = "io.quipu.cli.Main";

  private CommandProcess() {}

  /** The start of a command, with nothing but these variables of Quipu's. */
  public static ProcessBuilder of(Map<String, String> variables, String... arguments)
      throws IOException {
    return with(variables, new ProcessBuilder(words()), arguments);
  }

  /** The same for a command that ends with this JVM, and reads no standard input. */
  static ProcessBuilder endingWithThisJvm(Map<String, String> variables, String... arguments)
      throws IOException {
    return with(variables, ServiceProcess.command(MAIN, List.of(classPath())), arguments);
  }

  private static ProcessBuilder with(
      Map<String, String> variables, ProcessBuilder builder, String... arguments) {
    builder.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
    builder.environment().putAll(variables);
    builder.command().addAll(List.of(arguments));
    return builder;
  }

  /** The words of a shell in front of the arguments. */
  static List<String> words() throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ServiceProcess.agents());
    words.addAll(List.of(ServiceProcess.COMPILES_QUICKLY, "-cp", classPath(), MAIN));
    return words;
  }

  private static String classPath() throws IOException {
    return String.join(
        File.pathSeparator,
        Files.readAllLines(BuildDirectory.repository().resolve("cli/target/dev/classpath.txt")));
  }
}
