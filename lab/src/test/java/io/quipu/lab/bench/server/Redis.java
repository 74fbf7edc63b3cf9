package io.quipu.lab.bench.server;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Redis, and Webdis in front of it, as Debian packages them. */
public final class Redis {
  private static final String LOOPBACK = "127.0.0.1";

  private Redis() {}

  /** Looks for a program of theirs: {@code redis-server} or {@code webdis}. */
  public static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  /**
   * Starts an empty Redis.
   *
   * @param sync when it syncs its append-only file: {@code everysec} or {@code always}
   */
  static ServerProcess start(String name, String sync) throws IOException {
    Path directory = BuildDirectory.resolve("bench/redis-" + sync);
    Files.createDirectories(directory);
    delete(directory.resolve("appendonlydir"));
    int port = FreePort.on(LOOPBACK);
    return ServerProcess.startNative(
        name,
        port,
        ServerProcess.Ending.KILLED,
        "redis-server",
        "--bind",
        LOOPBACK,
        "--port",
        Integer.toString(port),
        "--dir",
        directory.toString(),
        "--save",
        "",
        "--appendonly",
        "yes",
        "--appendfsync",
        sync);
  }

  /** A run does not begin with the events of an earlier one. */
  private static void delete(Path appendOnlyFiles) throws IOException {
    if (Files.exists(appendOnlyFiles)) {
      try (Stream<Path> files = Files.list(appendOnlyFiles)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }

  static ServerProcess startWebdis(String name, int redisPort) throws IOException {
    Path directory = BuildDirectory.resolve("bench/redis-everysec");
    Path settings = directory.resolve("webdis.json");
    int port = FreePort.on(LOOPBACK);
    Files.writeString(
        settings,
        """
        {
          "redis_host": "%s", "redis_port": %d, "redis_auth": null, "database": 0,
          "http_host": "%s", "http_port": %d,
          "threads": 2, "pool_size": 20, "daemonize": false,
          "acl": [{"disabled": ["DEBUG"]}],
          "verbosity": 0, "logfile": "%s"
        }
        """
            .formatted(LOOPBACK, redisPort, LOOPBACK, port, directory.resolve("webdis.log")));
    return ServerProcess.startNative(
        name, port, ServerProcess.Ending.KILLED, "webdis", settings.toString());
  }
}
