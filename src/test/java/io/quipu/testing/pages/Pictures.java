package io.quipu.testing.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Pictures of pages for people to look at, below {@code target/}. */
final class Pictures {
  private Pictures() {}

  static void write(String name, byte[] png) {
    try {
      Path file = Path.of("target", name + ".png");
      Files.createDirectories(file.getParent());
      Files.write(file, png);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
