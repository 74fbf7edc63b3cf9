package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is deleted for good has its name typed first. Pictures are in {@code target/removal/}. */
@Pages
class RemovalIT {
  private static final String NAMESPACE = "removed-by-hand";

  private static RunningQuipu quipu;
  private static Chromium browser;

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium) {
    quipu = shared.open();
    browser = chromium;
  }

  @Test
  void deletesACounter_andThenItsNamespace_onceTheirNamesAreTyped() throws IOException {
    quipu.api(0).createNamespace(NAMESPACE, "{}");
    quipu.api(0).record(NAMESPACE, "kept", "{\"delta\": 3}").expect(201);
    quipu.api(0).record(NAMESPACE, "doomed", "{\"delta\": 7}").expect(201);
    try (Tab tab = open("/#namespace=" + NAMESPACE + "&counter=doomed")) {
      await().until(() -> tab.text("#detail-count").equals("7"));
      tab.click("document.querySelector('#remove-counter summary')");
      type(tab, "#remove-counter", "doom");
      assertThat(isOffered(tab, "#remove-counter")).as("with another name").isFalse();
      tab.type("ed");
      assertThat(isOffered(tab, "#remove-counter")).isTrue();
      picture(tab, 1280);
      picture(tab, 390);
      tab.click("document.querySelector('#remove-counter button')");
      await().atMost(Duration.ofSeconds(40)).until(() -> tab.text("#detail-name").equals("kept"));
      await().until(() -> !tab.text("#list").contains("doomed"));
      assertThat(quipu.api(0).get(Api.path(NAMESPACE, "doomed")).json().getLong("count")).isZero();

      tab.click("document.querySelector('#remove-namespace summary')");
      type(tab, "#remove-namespace", NAMESPACE);
      tab.click("document.querySelector('#remove-namespace button')");
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> tab.isTrue("!document.getElementById('overview').hidden"));
      await().until(() -> quipu.api(0).get("/v1/namespaces/" + NAMESPACE).status() == 404);
    }
  }

  @Test
  void theDefaultNamespaceIsNotOffered() {
    try (Tab tab = open("/#namespace=default")) {
      await().until(() -> tab.isTrue("document.body.dataset.live === 'open'"));
      assertThat(tab.isTrue("document.getElementById('remove-namespace').hidden")).isTrue();
    }
  }

  private static Tab open(String address) {
    Tab tab = browser.open();
    tab.navigate(quipu.uri(0).resolve(address));
    return tab;
  }

  private static void type(Tab tab, String removal, String text) {
    tab.click("document.querySelector('" + removal + " input')");
    tab.type(text);
  }

  private static boolean isOffered(Tab tab, String removal) {
    return tab.isTrue("!document.querySelector('" + removal + " button').disabled");
  }

  private static void picture(Tab tab, int width) throws IOException {
    tab.lookLight(width, 1_000);
    tab.evaluate("document.getElementById('remove-counter').scrollIntoView({block: 'center'})");
    Path file = Path.of("target", "removal", "counter-" + width + ".png");
    Files.createDirectories(file.getParent());
    Files.write(file, tab.picture());
  }
}
