package io.quipu.testing.dev;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The jar of the service, beside the folder {@code lib}, as a build leaves it for operators. */
public final class ServiceJar {
  private static final Path FILE = BuildDirectory.resolve("quipu.jar");

  private ServiceJar() {}

  /** The jar; the test is skipped if no build made it. */
  public static Path orAborted() {
    assumeTrue(Files.exists(FILE), "There is no target/quipu.jar, which mvn package makes");
    return FILE;
  }
}
