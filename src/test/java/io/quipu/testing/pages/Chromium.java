package io.quipu.testing.pages;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Chromium without a window, in a process of its own with an empty profile. */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  /** The names below this one lead to this machine, as an attacker's own would. */
  static final String REBOUND = "rebound.example";

  private static final List<String> OPTIONS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          // else a page may change its address 200 times in ten seconds only
          "--disable-ipc-flooding-protection",
          "--no-first-run",
          "--window-size=1280,900",
          "--no-proxy-server",
          "--host-resolver-rules=MAP *." + REBOUND + " 127.0.0.1",
          "--remote-debugging-port=0");
  private static final long STOP_SECONDS = 10;

  private final Process process;
  private final Path profile;
  private final DevTools devTools;

  private Chromium(Process process, Path profile, DevTools devTools) {
    this.process = process;
    this.profile = profile;
    this.devTools = devTools;
  }

  /** The browser of this machine, if its {@code PATH} has one. */
  static Optional<Path> find() {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
    return NAMES.stream()
        .flatMap(name -> Arrays.stream(folders).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Chromium start(Path executable) throws IOException {
    Path profile = Files.createTempDirectory("quipu-chromium");
    List<String> command = new ArrayList<>(OPTIONS);
    command.add(0, executable.toString());
    command.add("--user-data-dir=" + profile);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("output.txt").toFile())
            .start();
    return new Chromium(process, profile, DevTools.connect(address(process, profile)));
  }

  /** Chromium writes its port and path into a file, once it listens. */
  private static URI address(Process process, Path profile) {
    Path file = profile.resolve("DevToolsActivePort");
    List<String> lines =
        await("Chromium to start")
            .failFast("Chromium has ended", () -> !process.isAlive())
            .until(
                () -> Files.exists(file) ? Files.readAllLines(file) : List.of(), Chromium::isWhole);
    return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
  }

  private static boolean isWhole(List<String> lines) {
    return lines.size() == 2;
  }

  /** Opens an empty tab. */
  Tab open() {
    return Tab.open(devTools);
  }

  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().toList();
    devTools.close();
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly);
    await("Chromium to end").until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    delete(profile);
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
