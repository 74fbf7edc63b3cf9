package io.quipu.testing.k8s;

import static org.junit.jupiter.api.Assumptions.abort;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.ServiceJar;
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

  private StandInImage() {}

  /** Podman, with the image built; skips the tests, and says why, where that is impossible. */
  static Podman builtOrAborted() {
    Podman.obstacle().ifPresent(obstacle -> abort("Pods cannot be run here: " + obstacle));
    ServiceJar.orAborted();
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
        // In the place of the stages that build it from the sources, which need Maven and its
        // repository.
        "--build-arg=MAVEN_IMAGE=" + BASE,
        "--build-context=build=" + BuildDirectory.resolve(""),
        "--tag=" + NAME,
        BuildDirectory.resolve("..").normalize().toString());
    return podman.run("image", "inspect", "--format", "{{.RootFS.Layers}}", NAME);
  }
}
