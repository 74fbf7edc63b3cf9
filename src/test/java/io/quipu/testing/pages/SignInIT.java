package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.KeyedApi;
import io.quipu.testing.e2e.SharedQuipu;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The dashboard of a service that wants to know who is there. */
@Pages
class SignInIT {
  @Test
  void showsWhatAKeyMayRead_andKeepsTheKeyToTheTab(SharedQuipu shared, Chromium browser) {
    URI uri = shared.keyed().uri(0);
    KeyedApi first = new KeyedApi(shared.keyed().api(0), KeyedApi.BOOTSTRAP);
    try (Tab tab = browser.open()) {
      SeededCounters seeded = new SeededCounters(first);
      seeded.create("signed-in");
      seeded.create("secret");
      seeded.record("signed-in", 3, i -> "a");
      seeded.record("secret", 1, i -> "b");
      String reader = first.create("{\"scopes\": [\"read:signed-in\"]}").key();
      tab.look("light", 1280, 1080);
      tab.navigate(uri.resolve("/"));
      await().until(() -> isAsked(tab));
      assertThat(tab.isTrue("document.querySelector('main').checkVisibility()")).isFalse();
      signIn(tab, "qk_other_0123456789abcdefghijklmnopqrstuvwxyz-_AB");
      await().until(() -> tab.text("#sign-in-words").contains("does not take this key"));

      Pictures.write("dashboard/sign-in", tab.picture());
      signIn(tab, reader);
      await().until(() -> tab.text(".card h2").equals("signed-in"));
      await().until(() -> tab.text("#connection-words").equals("Live"));
      assertThat(tab.text("main")).doesNotContain("secret", "default");
      tab.click("document.querySelector('.card h2 a')");
      await().until(() -> tab.text("#detail-count").equals("3"));
      seeded.record("signed-in", 1, i -> "a");
      await("counts to be live").until(() -> tab.text("#detail-count").equals("4"));

      // May not record, and is told so.
      tab.click("document.querySelector('#recording')");
      tab.click("document.getElementById('detail-plus')");
      await().until(() -> tab.text("#trouble").contains("403"));
      assertThat(tab.text("#detail-count")).isEqualTo("4");
      Pictures.write("dashboard/read-only", tab.picture());

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

  /** A link is to a namespace, or to what begins in some way; it holds until its key is deleted. */
  @Test
  void aLinkHasItsKey_untilItIsRevoked(SharedQuipu shared, Chromium browser) {
    URI uri = shared.keyed().uri(0);
    KeyedApi first = new KeyedApi(shared.keyed().api(0), KeyedApi.BOOTSTRAP);
    SeededCounters seeded = new SeededCounters(first);
    seeded.create("linked");
    seeded.record("linked", 3, i -> "page/a");
    seeded.record("linked", 2, i -> "other");
    KeyedApi whole = first.create("{\"scopes\": [\"read:linked\"]}");
    KeyedApi part = first.create("{\"scopes\": [\"read:linked\"], \"prefix\": \"page/\"}");
    try (Tab tab = browser.open()) {
      tab.navigate(uri.resolve("/#key=" + part.key() + "&namespace=linked&search=page%2F"));
      await().until(() -> tab.text("#detail-count").equals("3"));
      await().until(() -> tab.text("#connection-words").equals("Live"));
      assertThat(tab.text("main")).contains("page/a").doesNotContain("other");
      assertThat(tab.text("#trouble")).isBlank();
      assertThat((String) tab.evaluate("location.href"))
          .endsWith("#namespace=linked&search=page%2F");

      // in the same tab, for which no page is loaded
      tab.evaluate("location.hash = 'key=" + whole.key() + "&namespace=linked&counter=other'");
      await().until(() -> tab.text("#detail-count").equals("2"));
      assertThat((String) tab.evaluate("location.href")).doesNotContain("qk_");
      assertThat(tab.text("#trouble")).isBlank();

      first.send("DELETE", "/v1/keys/" + whole.id(), "").expect(200);
      await("the link to be revoked").atMost(Duration.ofMinutes(1)).until(() -> isAsked(tab));
    }
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
