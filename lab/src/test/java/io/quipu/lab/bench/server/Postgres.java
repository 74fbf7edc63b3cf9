package io.quipu.lab.bench.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quipu.testing.dev.FreePort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Postgres, as Debian packages it, in a temporary folder. A commit is on the disk before it is
 * acknowledged; the other settings favour recording.
 */
public final class Postgres {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String USER = "postgres";
  private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

  private static final List<String> SETTINGS =
      List.of(
          "fsync=on",
          "synchronous_commit=on",
          "max_connections=300",
          "shared_buffers=512MB",
          "min_wal_size=2GB",
          "max_wal_size=8GB",
          "checkpoint_timeout=15min",
          // each statement is prepared once, so it is planned once
          "plan_cache_mode=force_generic_plan",
          "enable_seqscan=off",
          "jit=off");

  private final Path programs;
  private final Path folder;

  private Postgres(Path programs, Path folder) {
    this.programs = programs;
    this.folder = folder;
  }

  public static boolean isInstalled() {
    return programs().isPresent();
  }

  /** The address for JDBC; each statement is prepared by the server when it is first executed. */
  public static String url(InetSocketAddress server) {
    return "jdbc:postgresql://%s:%d/postgres?user=%s&prepareThreshold=1"
        .formatted(LOOPBACK, server.getPort(), USER);
  }

  /** What an acknowledgement of it means, and how much memory it has. */
  public static String settingsInWords() {
    return "Postgres: "
        + String.join(", ", SETTINGS.subList(0, 4))
        + ", one node without a standby";
  }

  /** The programs of the newest version, which Debian keeps out of the path. */
  private static Optional<Path> programs() {
    if (!Files.isDirectory(VERSIONS)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(VERSIONS)) {
      return versions
          .filter(version -> Files.isExecutable(version.resolve("bin/initdb")))
          .max(
              Comparator.comparingInt(
                  version -> Integer.parseInt(version.getFileName().toString())))
          .map(version -> version.resolve("bin"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Starts one that is empty. */
  static ServerProcess start(String name) throws IOException {
    Path folder = Files.createTempDirectory("quipu-bench-postgres");
    Postgres postgres = new Postgres(programs().orElseThrow(), folder);
    try {
      postgres.initialise();
    } catch (IOException e) {
      postgres.delete();
      throw e;
    }
    return postgres.run(name);
  }

  private ServerProcess run(String name) throws IOException {
    int port = FreePort.on(LOOPBACK);
    List<String> settings = new ArrayList<>(SETTINGS);
    settings.add("listen_addresses=" + LOOPBACK);
    settings.add("port=" + port);
    settings.add("unix_socket_directories=" + folder);
    List<String> command = command("postgres");
    settings.forEach(setting -> command.addAll(List.of("-c", setting)));
    return ServerProcess.startNative(
        name,
        port,
        // at which it ends its children before itself
        new ServerProcess.Ending("QUIT", folder.toString()),
        command.toArray(String[]::new));
  }

  private void initialise() throws IOException {
    if (isRoot()) {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
    }
    List<String> command = command("initdb");
    command.addAll(
        List.of("-U", USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-instructions"));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("initdb failed: " + said);
    }
  }

  /** A program of it with its folder of data. It refuses to run as root. */
  private List<String> command(String program) {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(
          List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--init-groups", "--"));
    }
    command.addAll(
        List.of(programs.resolve(program).toString(), "-D", folder.resolve("data").toString()));
    return command;
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private void delete() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
