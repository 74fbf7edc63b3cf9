package io.quipu.testing.rollout;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The jar of the version before this one, which is built from the history of this repository. */
final class PreviousVersion {
  private static final long BUILD_MINUTES = 10;

  private PreviousVersion() {}

  /**
   * Finds it, or builds it.
   *
   * @param which a jar, or what git calls a commit
   * @return empty if this is no repository, or one that does not have the commit
   */
  static Optional<Path> jar(String which) {
    if (which.endsWith(".jar")) {
      return Optional.of(Path.of(which));
    }
    Path base = BuildDirectory.resolve("..").normalize();
    if (run(base, "git", "cat-file", "-e", which + "^{commit}") != 0) {
      return Optional.empty();
    }
    Path sources = BuildDirectory.resolve("previous/" + which);
    Path jar = sources.resolve("target/quipu.jar");
    if (!Files.exists(jar)) {
      build(base, which, sources);
    }
    return Optional.of(jar);
  }

  /** With Maven as its pom says, so that it has its own libraries; its tests are not ours. */
  private static void build(Path base, String commit, Path sources) {
    try {
      Files.createDirectories(sources);
      Path archive = sources.resolveSibling("sources.tar");
      require(base, "git", "archive", "--output=" + archive, commit);
      require(sources, "tar", "--extract", "--file=" + archive);
      Files.delete(archive);
      require(
          sources,
          "mvn",
          "--quiet",
          "package",
          "-Dmaven.test.skip=true",
          "-Denforcer.skip=true",
          "-Dspotless.skip=true",
          "-Djacoco.skip=true",
          "-Dcyclonedx.skip=true");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void require(Path folder, String... command) {
    if (run(folder, command) != 0) {
      throw new IllegalStateException(Arrays.toString(command) + " failed in " + folder);
    }
  }

  private static int run(Path folder, String... command) {
    try {
      Process process =
          new ProcessBuilder(List.of(command))
              .directory(folder.toFile())
              .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.INHERIT)
              .start();
      if (!process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IllegalStateException(Arrays.toString(command) + " did not end");
      }
      return process.exitValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
