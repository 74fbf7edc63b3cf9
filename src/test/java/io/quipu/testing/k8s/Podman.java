package io.quipu.testing.k8s;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Podman as Debian has it, with settings of its own that need neither systemd nor a registry. */
final class Podman {
  /** With crun it does not start containers on machines that have both kinds of control groups. */
  private static final String SETTINGS =
      """
      [containers]
      default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
      [engine]
      runtime = "runc"
      cgroup_manager = "cgroupfs"
      events_logger = "file"
      """;

  /** Commands, and the Debian packages that bring them. */
  private static final List<String> COMMANDS =
      List.of("podman", "runc", "conmon", "catatonit", "iptables", "ip", "mmdebstrap", "kubectl");

  private final Path settings;

  private Podman(Path settings) {
    this.settings = settings;
  }

  static Podman prepared() {
    try {
      Path settings = BuildDirectory.resolve("podman/containers.conf");
      Files.createDirectories(settings.getParent());
      Files.writeString(settings, SETTINGS);
      return new Podman(settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Why it cannot be used here, if so. */
  static Optional<String> obstacle() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return Optional.of("it takes root to give pods a network that this machine reaches");
    }
    return COMMANDS.stream()
        .filter(command -> !isInstalled(command))
        .findFirst()
        .map(command -> command + " is not installed");
  }

  private static boolean isInstalled(String command) {
    return Programs.isInstalled(command)
        || Files.isExecutable(Path.of("/usr/sbin", command))
        || Files.isExecutable(Path.of("/usr/libexec/podman", command));
  }

  /**
   * Runs it, and answers what it prints.
   *
   * @throws CommandFailed with what it said, if it ends with another code than 0
   */
  String run(String... arguments) {
    List<String> command = new ArrayList<>(List.of("podman"));
    command.addAll(List.of(arguments));
    return command(command);
  }

  /** Runs a command of this machine. */
  String command(List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            // Where a container was out of memory, its monitor leaves a file that says so.
            .directory(settings.getParent().toFile());
    builder.environment().put("CONTAINERS_CONF", settings.toString());
    Programs.Run run = Programs.run(builder, "");
    if (run.exitCode() != 0) {
      throw new CommandFailed(String.join(" ", command) + ": " + run.errors() + run.output());
    }
    return run.output().strip();
  }

  /** It ended with another code than 0. */
  static final class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    CommandFailed(String what) {
      super(what);
    }
  }
}
