package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard of a service that wants to know who is there. */
@Pages
class SignInIT {
  private static final String FIRST = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AB";

  @Test
  void showsWhatAKeyMayRead_andKeepsTheKeyToTheTab(
      TestCassandra cassandra, Chromium browser, @TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("key"), FIRST + "\n");
    Map<String, String> keys =
        Map.of(
            "QUIPU_AUTH", "keys",
            "QUIPU_BOOTSTRAP_KEY_FILE", file.toString(),
            "QUIPU_CHECKPOINT_PERIOD", "100ms");
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra, keys);
        Tab tab = browser.open()) {
      SeededCounters seeded = new SeededCounters(quipu.uri(0), FIRST);
      seeded.create("votes");
      seeded.create("secret");
      seeded.record("votes", 3, i -> "a");
      seeded.record("secret", 1, i -> "b");
      String reader =
          new JsonObject(seeded.send("POST", "/v1/keys", "{\"scopes\": [\"read:votes\"]}"))
              .getString("key");

      tab.look("light", 1280, 1080);
      tab.navigate(quipu.uri(0).resolve("/"));
      await().until(() -> isAsked(tab));
      assertThat(tab.isTrue("document.querySelector('main').checkVisibility()")).isFalse();
      signIn(tab, "qk_other_0123456789abcdefghijklmnopqrstuvwxyz-_AB");
      await().until(() -> tab.text("#sign-in-words").contains("does not take this key"));

      write("sign-in", tab);
      signIn(tab, reader);
      await().until(() -> tab.text(".card h2").equals("votes"));
      await().until(() -> tab.text("#connection-words").equals("Live"));
      assertThat(tab.text("main")).doesNotContain("secret", "default");
      tab.click("document.querySelector('.card h2 a')");
      await().until(() -> tab.text("#detail-count").equals("3"));
      seeded.record("votes", 1, i -> "a");
      await("counts to be live").until(() -> tab.text("#detail-count").equals("4"));

      // May not record, and is told so.
      tab.click("document.querySelector('#recording')");
      tab.click("document.getElementById('detail-plus')");
      await().until(() -> tab.text("#trouble").contains("403"));
      assertThat(tab.text("#detail-count")).isEqualTo("4");
      write("read-only", tab);

      assertThat((String) tab.evaluate("location.href")).doesNotContain("qk_");
      assertThat(tab.evaluate("localStorage.length")).isEqualTo(0);
      assertThat(tab.evaluate("document.cookie")).isEqualTo("");
      assertThat(tab.isTrue("document.documentElement.outerHTML.includes('" + reader + "')"))
          .as("the key is shown")
          .isFalse();
      assertThat(
              tab.isTrue(
                  "performance.getEntriesByType('resource').some(({name}) =>"
                      + " name.includes('qk_'))"))
          .as("the key is in an address")
          .isFalse();

      tab.evaluate("window.marked = true; location.reload()");
      await().until(() -> tab.isTrue("window.marked !== true"));
      await("the tab to know the key").until(() -> tab.text("#detail-count").equals("4"));

      tab.click("document.getElementById('sign-out')");
      await().until(() -> isAsked(tab));
      assertThat(tab.evaluate("sessionStorage.getItem('credential')")).isNull();
      assertThat(tab.text("#connection-words")).isEqualTo("Signed out");
    }
  }

  private static void write(String name, Tab tab) throws IOException {
    Path file = Path.of("target/dashboard", name + ".png");
    Files.createDirectories(file.getParent());
    Files.write(file, tab.picture());
  }

  private static boolean isAsked(Tab tab) {
    return tab.isTrue("document.getElementById('sign-in')?.hidden === false");
  }

  private static void signIn(Tab tab, String key) {
    tab.evaluate("document.getElementById('credential').focus()");
    tab.type(key);
    tab.click("document.querySelector('#sign-in button')");
  }
}
