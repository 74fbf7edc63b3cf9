package io.quipu.testing.dev;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
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
  // longer than the service gives itself: QUIPU_SHUTDOWN_TIMEOUT, 20 s
  private static final long STOP_SECONDS = 25;

  private final Process process;

  private ServiceProcess(Process process) {
    this.process = process;
  }

  /** Starts the service as for development, printing to this JVM's output. */
  static ServiceProcess start(Map<String, String> environment, InetSocketAddress cassandra) {
    try {
      List<String> classPath = Files.readAllLines(BuildDirectory.resolve("dev/classpath.txt"));
      ProcessBuilder builder = command(MAIN, classPath).redirectOutput(Redirect.INHERIT);
      builder.command().add(1, "-D" + EndsWithParent.WHEN_TOLD + "=true");
      configure(builder.environment(), environment, cassandra);
      return new ServiceProcess(builder.start());
    } catch (IOException e) {
      throw new IllegalArgumentException("Cannot start Quipu: " + e, e);
    }
  }

  public static ProcessBuilder command(String main, List<String> classPath) throws IOException {
    Path classes = BuildDirectory.resolve("dev/classes");
    ClassFiles.copy(EndsWithParent.class, classes);
    List<String> entries = new ArrayList<>(classPath);
    entries.add(0, classes.toString());
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            COMPILES_QUICKLY,
            "-XX:+UseSerialGC",
            "-Xms64m",
            "-Xmx128m",
            "-cp",
            String.join(File.pathSeparator, entries),
            EndsWithParent.class.getName(),
            main)
        .redirectError(Redirect.INHERIT);
  }

  /** The command of the service of this build, with nothing but these variables of Quipu's. */
  public static ProcessBuilder ofThisBuild(Map<String, String> variables) throws IOException {
    ProcessBuilder builder =
        command(MAIN, Files.readAllLines(BuildDirectory.resolve("dev/classpath.txt")));
    builder.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
    builder.environment().putAll(variables);
    return builder;
  }

  private static void configure(
      Map<String, String> own, Map<String, String> outer, InetSocketAddress cassandra) {
    own.putAll(outer);
    own.put("QUIPU_DEV", "true");
    own.putIfAbsent("QUIPU_HTTP_HOST", "127.0.0.1");
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
