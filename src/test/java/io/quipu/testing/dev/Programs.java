package io.quipu.testing.dev;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs of this machine, by its {@code PATH}. */
public final class Programs {
  private Programs() {}

  public static boolean isInstalled(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
