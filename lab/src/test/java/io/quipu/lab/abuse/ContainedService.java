package io.quipu.lab.abuse;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.ServiceProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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
        ServiceProcess.ofThisBuild(options, variables)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(Dockerfile.environment());
    builder.environment().put("QUIPU_HTTP_HOST", "127.0.0.1");
    builder.environment().put("QUIPU_HTTP_PORT", Integer.toString(address.getPort()));
    return new ContainedService(builder.start(), address, log);
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
        .filter(line -> Stream.of(words).anyMatch(line::contains))
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
