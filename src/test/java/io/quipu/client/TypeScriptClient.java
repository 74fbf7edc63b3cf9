package io.quipu.client;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The client in {@code clients/typescript}, built in a copy of its folder, once in a JVM. It needs
 * node and npm, and the registry of npm for the compiler, unless that was there at an earlier time.
 */
public final class TypeScriptClient {
  private static final Path SOURCE =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("clients/typescript");
  private static final Set<String> NOT_COPIED = Set.of("node_modules", "dist");

  private static @Nullable TypeScriptClient built;
  private static @Nullable String obstacle;

  private final Path folder;

  private TypeScriptClient(Path folder) {
    this.folder = folder;
  }

  /**
   * The client, built; skips the test, and says why, where that is impossible here.
   *
   * @throws AssertionError if it cannot be built although everything is there
   */
  public static synchronized TypeScriptClient built() {
    Assumptions.assumeTrue(canBeBuilt(), "node and npm: " + obstacle);
    return Objects.requireNonNull(built);
  }

  /** The same as a condition of a class of tests. */
  static synchronized boolean canBeBuilt() {
    if (built == null && obstacle == null) {
      obstacle = missingProgram();
      if (obstacle == null) {
        TypeScriptClient client =
            new TypeScriptClient(BuildDirectory.ofThisJvm("clients/typescript"));
        obstacle = client.build();
        built = obstacle == null ? client : null;
      }
    }
    if (built == null) {
      System.out.println("Skipped: the client for TypeScript cannot be built here: " + obstacle);
    }
    return built != null;
  }

  private static @Nullable String missingProgram() {
    return NodeProcess.missing("node", "npm")
        .map(program -> "there is no " + program + " (Debian: apt install nodejs npm)")
        .orElse(null);
  }

  /** Null once it is built. */
  private @Nullable String build() {
    try {
      copy();
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
      NodeProcess.run(folder, Map.of(), "npm", "run", "build").requireSuccess();
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without what was deleted since an earlier copy. */
  private void copy() throws IOException {
    if (Files.exists(folder)) {
      Files.walkFileTree(folder, new Deletion());
    }
    Files.createDirectories(folder);
    Files.walkFileTree(SOURCE, new Copy());
  }

  /** The folder of the package, with its {@code dist}. */
  public Path folder() {
    return folder;
  }

  /** The command of the client under test, which speaks the protocol of the shared table. */
  List<String> underTest() {
    return List.of("node", folder.resolve("test/under-test.mjs").toString());
  }

  private final class Copy extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes any)
        throws IOException {
      if (isNotCopied(from)) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      Files.createDirectories(folder.resolve(SOURCE.relativize(from)));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path from, BasicFileAttributes any) throws IOException {
      Files.copy(from, folder.resolve(SOURCE.relativize(from)));
      return FileVisitResult.CONTINUE;
    }
  }

  private static boolean isNotCopied(Path directory) {
    return NOT_COPIED.contains(
        Optional.ofNullable(directory.getFileName()).map(Path::toString).orElse(""));
  }

  /** Of all but what npm has installed, which is there to stay. */
  private final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes any) {
      return directory.equals(folder.resolve("node_modules"))
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes any) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }
  }
}
