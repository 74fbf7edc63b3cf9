package io.quipu.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bill of materials that a build leaves beside the jar says what the service is made of. */
class BillOfMaterialsIT {
  private static final Path TARGET = Path.of("target");

  @Test
  void namesEveryLibraryOfTheServiceWithItsVersion() throws IOException {
    List<String> named = components();
    String classPath = Files.readString(TARGET.resolve("dev/classpath.txt"));
    List<String> libraries =
        Pattern.compile("[\n" + File.pathSeparator + "]")
            .splitAsStream(classPath)
            .filter(entry -> entry.endsWith(".jar"))
            .map(entry -> Path.of(entry).getFileName().toString())
            .toList();
    assertThat(libraries).anyMatch(jar -> jar.startsWith("netty-codec-http-"));
    assertThat(libraries).allMatch(jar -> named.stream().anyMatch(jar::startsWith));
  }

  @Test
  void namesNothingThatOnlyTestsNeed() throws IOException {
    assertThat(components())
        .noneMatch(
            component -> component.startsWith("testcontainers") || component.startsWith("junit"));
  }

  /** Each as the beginning of the name of its file. */
  private static List<String> components() throws IOException {
    JsonNode bill = new ObjectMapper().readTree(TARGET.resolve("quipu-sbom.json").toFile());
    assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
    return bill.path("components")
        .valueStream()
        .map(
            component -> component.path("name").asText() + "-" + component.path("version").asText())
        .toList();
  }
}
