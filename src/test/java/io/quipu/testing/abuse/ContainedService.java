package io.quipu.testing.abuse;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.ClassFiles;
import io.quipu.testing.dev.EndsWithParent;
import io.quipu.testing.dev.FreePort;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The service as a process that believes it is in its container, and ends with this JVM. */
final class ContainedService implements AutoCloseable {
  /** The limit of the container, as in k8s/base. */
  static final int MEBIBYTES = 384;

  private static final long STOP_SECONDS = 40;

  private final Process process;
  private final InetSocketAddress address;
  private final Path log;

  private ContainedService(Process process, InetSocketAddress address, Path log) {
    this.process = process;
    this.address = address;
    this.log = log;
  }

  /** With the processors, the memory, and hence the collector that Java has in the container. */
  static ContainedService start(String name, Map<String, String> variables) throws IOException {
    List<String> options = new ArrayList<>();
    options.add("-XX:MaxRAM=" + MEBIBYTES + "m");
    options.add("-XX:ActiveProcessorCount=2");
    options.add("-XX:+UseSerialGC");
    options.addAll(Dockerfile.javaOptions());
    return start(name, options, variables);
  }

  /** With room to spare: one that prepares what another is attacked with. */
  static ContainedService startRoomy(String name, Map<String, String> variables)
      throws IOException {
    return start(name, List.of("-Xmx768m"), variables);
  }

  private static ContainedService start(
      String name, List<String> options, Map<String, String> variables) throws IOException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.on("127.0.0.1"));
    Path log = BuildDirectory.resolve("abuse/" + name + ".log");
    Files.createDirectories(log.getParent());
    ProcessBuilder builder =
        new ProcessBuilder(command(options)).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(variable -> variable.startsWith("QUIPU_"));
    builder.environment().putAll(variables);
    builder.environment().putAll(Dockerfile.environment());
    builder.environment().put("QUIPU_HTTP_HOST", "127.0.0.1");
    builder.environment().put("QUIPU_HTTP_PORT", Integer.toString(address.getPort()));
    return new ContainedService(builder.start(), address, log);
  }

  private static List<String> command(List<String> options) throws IOException {
    Path classes = BuildDirectory.resolve("dev/classes");
    ClassFiles.copy(EndsWithParent.class, classes);
    List<String> entries =
        new ArrayList<>(Files.readAllLines(BuildDirectory.resolve("dev/classpath.txt")));
    entries.add(0, classes.toString());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "-cp",
            String.join(File.pathSeparator, entries),
            EndsWithParent.class.getName(),
            "io.quipu.Main"));
    return command;
  }

  InetSocketAddress address() {
    return address;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Lines of its log that have one of these words. */
  List<String> logged(String... words) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(
            line -> {
              for (String word : words) {
                if (line.contains(word)) {
                  return true;
                }
              }
              return false;
            })
        .toList();
  }

  /** Asks it to end, as the platform does, and answers the exit code. */
  int stop() throws InterruptedException {
    // not Process.destroy(), which closes the pipe too, and so halts the process at once
    process.toHandle().destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  @Override
  public String toString() {
    return "process " + pid() + ", log " + log;
  }
}
