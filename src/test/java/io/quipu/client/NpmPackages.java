package io.quipu.client;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** Packages that npm installs in the versions of a lock file, once until that changes. */
public final class NpmPackages {
  private NpmPackages() {}

  /**
   * Copies a folder of tools below {@code target/}, and installs what its lock file names. Skips
   * the test, and says why, where npm cannot.
   *
   * @param source the folder, from that of the project, with {@code package-lock.json}
   */
  public static Path tools(String source) throws IOException {
    Path from = BuildDirectory.repository().resolve(source);
    Path folder = BuildDirectory.resolve(from.getFileName().toString());
    String obstacle =
        NodeProcess.missing("node", "npm").map(one -> "there is no " + one).orElse(null);
    if (obstacle == null) {
      try (Stream<Path> files = Files.walk(from)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path copy = folder.resolve(from.relativize(file));
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
      obstacle = install(folder);
    }
    if (obstacle != null) {
      System.out.println("Skipped: the tools in " + source + " cannot be had: " + obstacle);
    }
    Assumptions.assumeTrue(obstacle == null, obstacle);
    return folder;
  }

  /**
   * Installs the packages of a folder.
   *
   * @return why that is impossible here; null once they are there
   */
  static @Nullable String install(Path folder) throws IOException {
    Path lock = folder.resolve("package-lock.json");
    Path installed = folder.resolve("node_modules/installed.json");
    if (!Files.exists(installed) || Files.mismatch(lock, installed) >= 0) {
      NodeProcess.Outcome outcome =
          NodeProcess.run(folder, Map.of(), "npm", "ci", "--ignore-scripts", "--prefer-offline");
      if (outcome.lacksNetwork()) {
        return "the registry of npm cannot be reached, or has not what is needed";
      }
      outcome.requireSuccess();
      Files.copy(lock, installed, StandardCopyOption.REPLACE_EXISTING);
    }
    return null;
  }
}
