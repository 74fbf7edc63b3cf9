package io.quipu.testing.pages;

import io.quipu.client.NodeProcess;
import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * What looks at pages as others do: axe for who can use them, Lighthouse for more. They are
 * installed below {@code target/}, by npm, in the versions of {@code src/test/audits}.
 */
final class AuditTools {
  private static final Path SOURCE =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("src/test/audits");

  private final Path folder;

  private AuditTools(Path folder) {
    this.folder = folder;
  }

  /** Skips the test, and says why, where npm cannot install them. */
  static AuditTools installed() throws IOException {
    String missing = NodeProcess.missing("node", "npm").orElse(null);
    Assumptions.assumeTrue(missing == null, "the pages are not audited: there is no " + missing);
    Path folder = BuildDirectory.resolve("audits");
    Files.createDirectories(folder);
    for (String file : List.of("package.json", "package-lock.json", ".npmrc")) {
      Files.copy(SOURCE.resolve(file), folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    Path lock = folder.resolve("package-lock.json");
    Path installed = folder.resolve("node_modules/installed.json");
    if (!Files.exists(installed) || Files.mismatch(lock, installed) >= 0) {
      NodeProcess.Outcome outcome =
          NodeProcess.run(folder, Map.of(), "npm", "ci", "--ignore-scripts", "--prefer-offline");
      if (outcome.lacksNetwork()) {
        System.out.println("Skipped: the pages are not audited: npm cannot reach its registry");
      }
      Assumptions.assumeFalse(outcome.lacksNetwork(), "npm cannot reach its registry");
      outcome.requireSuccess();
      Files.copy(lock, installed, StandardCopyOption.REPLACE_EXISTING);
    }
    return new AuditTools(folder);
  }

  /** The script of axe, to be evaluated in a page. */
  String axe() throws IOException {
    return Files.readString(folder.resolve("node_modules/axe-core/axe.min.js"));
  }

  /**
   * What Lighthouse says of a page, as it is seen on a small device with a slow network.
   *
   * @param browser that it starts
   */
  String lighthouse(Path browser, String address) {
    NodeProcess.Outcome outcome =
        NodeProcess.run(
            folder,
            Map.of("CHROME_PATH", browser.toString(), "NO_UPDATE_NOTIFIER", "1"),
            "node",
            "node_modules/lighthouse/cli/index.js",
            address,
            "--quiet",
            "--output=json",
            "--output-path=report.json",
            "--no-enable-error-reporting",
            "--only-categories=performance,accessibility,best-practices,seo",
            "--chrome-flags=--headless --no-sandbox --disable-gpu --no-proxy-server");
    outcome.requireSuccess();
    try {
      return Files.readString(folder.resolve("report.json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
