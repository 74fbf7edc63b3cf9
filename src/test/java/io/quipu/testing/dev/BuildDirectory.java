package io.quipu.testing.dev;

import java.nio.file.Path;

/** The project's target directory, wherever the JVM was started. */
public final class BuildDirectory {
  private BuildDirectory() {}

  public static Path resolve(String path) {
    // Maven's test and exec plugins set basedir; an IDE starts in the project's directory
    return Path.of(System.getProperty("basedir", ""))
        .toAbsolutePath()
        .resolve("target")
        .resolve(path);
  }

  /** One that no other JVM uses which runs tests of the same build meanwhile. */
  public static Path ofThisJvm(String path) {
    return resolve(path + System.getProperty("fork", ""));
  }
}
