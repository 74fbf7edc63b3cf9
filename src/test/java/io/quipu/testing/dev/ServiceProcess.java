package io.quipu.testing.dev;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The service in a process of its own, on its runtime class path, which ends with this JVM. */
public final class ServiceProcess {
  /**
   * For a JVM that lives for minutes, on few cores: the thorough compiler would use most of them.
   */
  public static final String COMPILES_QUICKLY = "-XX:TieredStopAtLevel=1";

  private static final String MAIN = "io.quipu.Main";

  /** Pages that somebody tries a client with: where {@code python3 -m http.server} is. */
  private static final String PAGES = "http://localhost:8000";

  private static final List<String> USUAL_OPTIONS =
      List.of(COMPILES_QUICKLY, "-XX:+UseSerialGC", "-Xms64m", "-Xmx128m");
  // longer than the service gives itself: QUIPU_SHUTDOWN_TIMEOUT, 20 s
  private static final long STOP_SECONDS = 25;

  private final Process process;

  private ServiceProcess(Process process) {
    this.process = process;
  }

  /** Starts the service as for development, printing to this JVM's output. */
  static ServiceProcess start(Map<String, String> environment, InetSocketAddress cassandra) {
    try {
      ProcessBuilder builder = command(MAIN, classPath()).redirectOutput(Redirect.INHERIT);
      builder.command().add(1, "-D" + EndsWithParent.WHEN_TOLD + "=true");
      configure(builder.environment(), environment, cassandra);
      return new ServiceProcess(builder.start());
    } catch (IOException e) {
      throw new IllegalArgumentException("Cannot start Quipu: " + e, e);
    }
  }

  public static ProcessBuilder command(String main, List<String> classPath) throws IOException {
    return java(USUAL_OPTIONS, classPath, main);
  }

  private static ProcessBuilder java(List<String> options, List<String> classPath, String main)
      throws IOException {
    Path classes = BuildDirectory.resolve("dev/classes");
    ClassFiles.copy(EndsWithParent.class, classes);
    List<String> entries = new ArrayList<>(classPath);
    entries.add(0, classes.toString());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(agents());
    command.addAll(options);
    command.addAll(
        List.of(
            "-cp", String.join(File.pathSeparator, entries), EndsWithParent.class.getName(), main));
    return new ProcessBuilder(command).redirectError(Redirect.INHERIT);
  }

  /** The options for agents that this JVM has: coverage counts what processes of tests run. */
  public static List<String> agents() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-javaagent:"))
        .toList();
  }

  /** The command of the service of this build, with nothing but these variables of Quipu's. */
  public static ProcessBuilder ofThisBuild(Map<String, String> variables) throws IOException {
    return ofThisBuild(USUAL_OPTIONS, variables);
  }

  /**
   * The command of the service of this build.
   *
   * @param options of Java
   * @param variables of Quipu's; there are no others
   */
  public static ProcessBuilder ofThisBuild(List<String> options, Map<String, String> variables)
      throws IOException {
    ProcessBuilder builder = java(options, classPath(), MAIN);
    builder.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
    builder.environment().putAll(variables);
    return builder;
  }

  private static List<String> classPath() throws IOException {
    return Files.readAllLines(BuildDirectory.resolve("dev/classpath.txt"));
  }

  private static void configure(
      Map<String, String> own, Map<String, String> outer, InetSocketAddress cassandra) {
    own.putAll(outer);
    own.put("QUIPU_DEV", "true");
    own.putIfAbsent("QUIPU_HTTP_HOST", "127.0.0.1");
    own.putIfAbsent("QUIPU_ALLOWED_ORIGINS", PAGES);
    own.put(
        "QUIPU_CASSANDRA_CONTACT_POINTS", cassandra.getHostString() + ":" + cassandra.getPort());
    own.put("QUIPU_CASSANDRA_REPLICATION", "1");
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Completes with the exit code. */
  CompletableFuture<Integer> onExit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** Lets the service shut down in order; one that takes longer than it may is killed. */
  void stop() {
    EndsWithParent.tell(process);
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
