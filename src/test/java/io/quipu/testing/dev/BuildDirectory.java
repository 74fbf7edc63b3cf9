package io.quipu.testing.dev;

import java.nio.file.Path;

/** The folders of the repository and of the service's build, wherever the JVM was started. */
public final class BuildDirectory {
  private BuildDirectory() {}

  /** The folder of the service's pom.xml. */
  public static Path repository() {
    // Another module sets the property repository; Maven's test and exec plugins set basedir; an
    // IDE starts in the project's directory.
    String folder = System.getProperty("repository", System.getProperty("basedir", ""));
    return Path.of(folder).toAbsolutePath().normalize();
  }

  public static Path resolve(String path) {
    return repository().resolve("target").resolve(path);
  }

  /** One that no other JVM uses which runs tests of the same build meanwhile. */
  public static Path ofThisJvm(String path) {
    return resolve(path + System.getProperty("fork", ""));
  }
}
