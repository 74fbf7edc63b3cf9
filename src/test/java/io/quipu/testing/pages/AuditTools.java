package io.quipu.testing.pages;

import io.quipu.client.NodeProcess;
import io.quipu.client.NpmPackages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What looks at pages as others do: axe for who can use them, Lighthouse for more. They are
 * installed below {@code target/}, by npm, in the versions of {@code src/test/audits}.
 */
final class AuditTools {
  private final Path folder;

  private AuditTools(Path folder) {
    this.folder = folder;
  }

  /** Skips the test, and says why, where npm cannot install them. */
  static AuditTools installed() throws IOException {
    return new AuditTools(NpmPackages.tools("src/test/audits"));
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
