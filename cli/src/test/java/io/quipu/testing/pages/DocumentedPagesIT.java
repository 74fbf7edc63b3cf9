package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.documents.DocumentShell;
import io.quipu.testing.documents.RunnableDocument;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of documents, as they stand, on a web server that is not the service. */
@Pages
class DocumentedPagesIT {
  @TempDir private Path folder;

  @Test
  void thePageOfTheRecipeShowsVotes_castElsewhereAndHere(SharedQuipu shared, Chromium browser)
      throws Exception {
    RunnableDocument recipe =
        RunnableDocument.of(Path.of("docs", "recipes.md")).part("Votes, live on a page");
    URI service = shared.open().uri(0);
    DocumentShell shell = new DocumentShell(service, folder);
    shell.run(recipe);
    try (Site site = new Site(shared, recipe.only("html"));
        Tab tab = site.open(browser)) {
      await().until(() -> tab.text("output").equals("1"));
      shell.output(
          "curl -X POST http://localhost:8080/v1/counters/poll/black%20star/events"
              + " -H 'Idempotency-Key: bob'");
      await().until(() -> tab.text("output").equals("2"));
      for (int clicks = 0; clicks < 2; clicks++) {
        tab.click("document.querySelector('button')");
        await().until(() -> tab.text("output").equals("3"));
      }
      tab.click("document.querySelectorAll('button')[1]");
      await().until(() -> tab.isTrue("document.querySelectorAll('output')[1].value === '1'"));
      assertThat(tab.text("output")).as("the second click of a voter").isEqualTo("3");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void thePageOfTheReadmeCounts(SharedQuipu shared, Chromium browser) throws Exception {
    String page = RunnableDocument.of(Path.of("README.md")).part("Count").only("html");
    assertThat(page).contains("default/hello\"");
    try (Site site = new Site(shared, page.replace("default/hello\"", "default/hello-page\""));
        Tab tab = site.open(browser)) {
      for (String count : new String[] {"0", "1", "2"}) {
        await().until(() -> tab.text("output").equals(count));
        tab.click("document.querySelector('button')");
      }
      assertThat(tab.complaints()).isEmpty();
    }
  }

  /** A page beside an instance that lets it in. */
  private static final class Site implements AutoCloseable {
    private volatile String address = "";
    private final OtherSite site;
    private final RunningQuipu quipu;

    Site(SharedQuipu shared, String page) throws Exception {
      site = new OtherSite(() -> page.replace("http://localhost:8080", address));
      quipu = shared.another(Map.of("QUIPU_ALLOWED_ORIGINS", site.at("localhost")));
      address = "http://localhost:" + quipu.uri(0).getPort();
    }

    Tab open(Chromium browser) {
      Tab tab = browser.open();
      tab.navigate(URI.create(site.at("localhost")));
      return tab;
    }

    @Override
    public void close() {
      quipu.close();
      site.close();
    }
  }
}
