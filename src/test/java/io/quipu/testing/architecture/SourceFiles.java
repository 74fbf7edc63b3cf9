package io.quipu.testing.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of this repository, as rules read them. */
final class SourceFiles {
  private SourceFiles() {}

  /** The tests of the service, of the Java client, of the command line and of the lab. */
  static List<Path> ofTests() {
    return Stream.of(
            "src/test/java", "clients/java/src/test/java", "cli/src/test/java", "lab/src/test/java")
        .flatMap(folder -> below(Path.of(folder)).stream())
        .toList();
  }

  /** The files of Java below a folder, in order. */
  static List<Path> below(Path folder) {
    return below(folder, ".java");
  }

  /** The files below a folder whose names end so, in order. */
  static List<Path> below(Path folder, String ending) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
