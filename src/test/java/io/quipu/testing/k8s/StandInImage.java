package io.quipu.testing.k8s;

import static org.junit.jupiter.api.Assumptions.abort;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The image of the Dockerfile, on a stand-in for the image of a registry: a root file system with
 * Java from the packages of this machine's Debian.
 */
final class StandInImage {
  static final String BASE = "localhost/quipu-stand-in:1";
  static final String NAME = "localhost/quipu/quipu:podman-it";

  private static final Path JAR = BuildDirectory.resolve("quipu.jar");

  private StandInImage() {}

  /** Podman, with the image built; skips the tests, and says why, where that is impossible. */
  static Podman builtOrAborted() {
    Podman.obstacle().ifPresent(obstacle -> abort("Pods cannot be run here: " + obstacle));
    if (!Files.exists(JAR)) {
      abort("Pods cannot be run here: there is no target/quipu.jar, which mvn package makes");
    }
    Podman podman = Podman.prepared();
    try {
      prepareBase(podman);
      podman.run("run", "--rm", BASE, "true");
    } catch (Podman.CommandFailed e) {
      abort("Pods cannot be run here: " + e.getMessage());
    }
    build(podman);
    return podman;
  }

  /** Makes the stand-in where there is none yet, which takes a minute. */
  private static void prepareBase(Podman podman) {
    if (!podman.run("images", "--quiet", BASE).isEmpty()) {
      return;
    }
    Path root = BuildDirectory.resolve("podman/root.tar");
    try {
      Files.deleteIfExists(root);
      podman.command(
          List.of(
              "mmdebstrap",
              "--quiet",
              "--variant=essential",
              "--include=openjdk-17-jre-headless,ca-certificates",
              release(),
              root.toString()));
      podman.run("import", root.toString(), BASE);
      Files.delete(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String release() {
    return Yaml.text(Path.of("/etc/os-release"))
        .lines()
        .filter(line -> line.startsWith("VERSION_CODENAME="))
        .map(line -> line.substring(line.indexOf('=') + 1))
        .findFirst()
        .orElse("stable");
  }

  /** Builds the image from the Dockerfile, as docs/deploy.md says, and answers its layers. */
  static String build(Podman podman) {
    podman.run(
        "build",
        "--quiet",
        "--no-cache",
        "--timestamp=0",
        "--build-arg=JRE_IMAGE=" + BASE,
        // In the place of the stage that builds it from the sources, which needs Maven and its
        // repository.
        "--build-arg=MAVEN_IMAGE=" + BASE,
        "--build-context=build=" + JAR.getParent(),
        "--tag=" + NAME,
        BuildDirectory.resolve("..").normalize().toString());
    return podman.run("image", "inspect", "--format", "{{.RootFS.Layers}}", NAME);
  }
}
