package io.quipu.testing.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One version: that of pom.xml is the one of every artifact, manifest and document. */
class VersionTest {
  /** A release, or what is built between two of them. */
  private static final String FORM = "[0-9]+\\.[0-9]+\\.[0-9]+(-SNAPSHOT)?";

  @Test
  void isThatOfSemanticVersioning() throws IOException {
    assertThat(version()).matches(FORM);
  }

  /** Each expression has the version as its group; each file has it at least that often. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          pom.xml                             | 1 | <artifactId>quipu-all</artifactId>\\s*<version>(.*)</version>
          all/pom.xml                         | 1 | <artifactId>quipu-all</artifactId>\\s*<version>(.*)</version>
          cli/pom.xml                         | 1 | <artifactId>quipu-all</artifactId>\\s*<version>(.*)</version>
          clients/java/pom.xml                | 1 | <artifactId>quipu-client</artifactId>\\s*<version>(.*)</version>
          clients/typescript/package.json     | 1 | ^  "version": "(.*)"
          clients/typescript/package-lock.json | 2 | "name": "@quipu/client",\\s*"version": "(.*)"
          clients/python/pyproject.toml       | 1 | ^version = "(.*)"
          src/main/resources/openapi.yaml     | 1 | ^  version: (.*)
          src/main/resources/asyncapi.yaml    | 1 | ^  version: (.*)
          Dockerfile                          | 1 | ^ARG VERSION=(.*)
          k8s/base/deployment.yaml            | 1 | image: quipu/quipu:(.*)
          k8s/components/schema-job/job.yaml  | 1 | image: quipu/quipu:(.*)
          monitoring/alerts.yaml              | 20 | runbook_url: https://quipu.io/docs/(.*)/runbook.md#
          monitoring/alerts-test.yaml         | 20 | runbook_url: https://quipu.io/docs/(.*)/runbook.md#
          k8s/components/alerts/prometheus-rule.yaml | 20 | runbook_url: https://quipu.io/docs/(.*)/runbook.md#
          monitoring/dashboard.json           | 2 | https://quipu.io/docs/([0-9.]*[0-9])/
          docs/clients.md                     | 3 | quipu-client[-:]([0-9]+\\.[0-9]+\\.[0-9]+(?:-SNAPSHOT)?)
          docs/clients.md                     | 1 | <artifactId>quipu-client</artifactId>\\s*<version>(.*)</version>
          compose.yaml                        | 1 | image: quipu/quipu:(.*)
          docs/releasing.md                   | 2 | quipu/quipu:([0-9][0-9A-Za-z.-]*[0-9A-Z])
          docs/deploy.md                      | 2 | quipu/quipu:([0-9][0-9A-Za-z.-]*)
          """)
  void isTheSameEverywhere(Path file, int times, String expression) throws IOException {
    List<String> found =
        Pattern.compile(expression, Pattern.MULTILINE)
            .matcher(Files.readString(file))
            .results()
            .map(place -> place.group(1))
            .toList();
    assertThat(found).hasSizeGreaterThanOrEqualTo(times).containsOnly(version());
  }

  private static String version() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    String own = "<artifactId>quipu</artifactId>\n  <version>";
    assertThat(pom).containsOnlyOnce(own);
    int start = pom.indexOf(own) + own.length();
    return pom.substring(start, pom.indexOf('<', start));
  }
}
