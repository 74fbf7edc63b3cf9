package io.quipu.client;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The client in {@code clients/typescript}, built in a copy of its folder, once in a JVM. It needs
 * node and npm, and the registry of npm for the compiler, unless that was there at an earlier time.
 */
public final class TypeScriptClient {
  private static final Path SOURCE = BuildDirectory.repository().resolve("clients/typescript");

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

  /** Tells whether it can be built, as a condition of a class of tests. */
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
      String missing = NpmPackages.install(folder);
      if (missing == null) {
        NodeProcess.run(folder, Map.of(), "npm", "run", "build").requireSuccess();
      }
      return missing;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leaves nothing of an earlier copy but what npm has installed. */
  private void copy() throws IOException {
    Files.createDirectories(folder);
    for (Path old : files(folder, Set.of("node_modules"))) {
      Files.delete(old);
    }
    for (Path file : files(SOURCE, Set.of("node_modules", "dist"))) {
      Path copy = folder.resolve(SOURCE.relativize(file));
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
  }

  private static List<Path> files(Path root, Set<String> without) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !isWithin(without, root.relativize(file)))
          .toList();
    }
  }

  private static boolean isWithin(Set<String> folders, Path file) {
    return StreamSupport.stream(file.spliterator(), false)
        .anyMatch(part -> folders.contains(part.toString()));
  }

  /** The folder of the package, with its {@code dist}. */
  public Path folder() {
    return folder;
  }

  /** The command of the client under test, which speaks the protocol of the shared table. */
  List<String> underTest() {
    return List.of("node", folder.resolve("test/under-test.mjs").toString());
  }
}
