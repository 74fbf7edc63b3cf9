package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.client.TypeScriptClient;
import io.quipu.testing.e2e.KeyedApi;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A page of another origin that counts and watches with the client for TypeScript, in a real
 * browser, at a service that asks for a key.
 */
@Pages
class ClientPageIT {
  private static final String KEY = "qk_page_0123456789abcdefghijklmnopqrstuvwxyz-_AB";

  private static @Nullable Chromium browser;
  private static @Nullable ClientPage page;
  private static @Nullable RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium, @TempDir Path folder)
      throws IOException {
    page = new ClientPage(TypeScriptClient.built().folder());
    browser = chromium;
    Path key = Files.writeString(folder.resolve("key"), KEY + "\n");
    quipu =
        shared.another(
            Map.of(
                "QUIPU_AUTH", "keys",
                "QUIPU_BOOTSTRAP_KEY_FILE", key.toString(),
                "QUIPU_ALLOWED_ORIGINS", page.origin()));
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
    }
    if (page != null) {
      page.close();
    }
  }

  @Test
  void countsAndWatches_alsoAfterALostConnection() throws IOException {
    try (TcpProxy way = new TcpProxy(quipu.uri(0));
        Tab tab = browser.open()) {
      page.use(way.uri(), KEY);
      tab.navigate(page.uri());
      await().until(() -> tab.text("#votes").equals("0"));
      tab.click("document.getElementById('vote')");
      await().until(() -> tab.text("#votes").equals("1"));
      vote();
      await().until(() -> tab.text("#votes").equals("2"));
      assertThat(tab.complaints()).isEmpty();

      way.cut();
      tab.click("document.getElementById('vote')");
      vote();
      assertThat(tab.text("#votes")).isEqualTo("2");
      way.restore();
      await().until(() -> tab.text("#votes").equals("4"));
      assertThat(api().send("GET", "/v1/counters/default/votes", "").json().getLong("count"))
          .isEqualTo(4);
    }
  }

  @Test
  void aKeyThatOpensNothing_isSaidToThePage() {
    page.use(quipu.uri(0), KEY.replace("0123", "9999"));
    try (Tab tab = browser.open()) {
      tab.navigate(page.uri());
      await()
          .until(
              () ->
                  tab.complaints().stream()
                      .anyMatch(each -> each.contains("QuipuError") && each.contains("401")));
      tab.evaluate(
          """
          import("/dist/index.js").then(({ QuipuClient }) =>
            new QuipuClient({ address: %s, token: "qk_none_0" }).add("votes").catch((error) =>
              (window.said = error.code + " " + error.problem.status)))
          """
              .formatted(Tab.quote(quipu.uri(0).toString())));
      await().until(() -> tab.isTrue("window.said === 'problem 401'"));
    }
  }

  private static void vote() {
    api().send("POST", "/v1/counters/default/votes/events", "").expect(201);
  }

  private static KeyedApi api() {
    return new KeyedApi(quipu.api(0), KEY);
  }
}
