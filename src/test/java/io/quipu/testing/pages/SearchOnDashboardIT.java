package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.RunningQuipu;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The search of the dashboard, and the fields that offer what there is. */
@Thorough
@Pages
class SearchOnDashboardIT {
  private static final String OPTIONS =
      "[...document.querySelectorAll('#search-options li')].map((one) => one.innerText"
          + ".replace(/\\s+/g, ' ')).join('|')";

  private static RunningQuipu quipu;
  private static Chromium browser;

  @BeforeAll
  static void start(TestCassandra cassandra, Chromium chromium) {
    browser = chromium;
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    SeededCounters seeded = new SeededCounters(quipu);
    for (String namespace : new String[] {"sought-blog", "sought-shop", "sought-many"}) {
      seeded.create(namespace);
    }
    seeded.record("sought-blog", 30, i -> "blog/post-" + (i + 1));
    seeded.record("sought-blog", 3, i -> "page/home");
    seeded.record("sought-shop", 2, i -> "poster of post");
    seeded.record("sought-many", 12_000, i -> "thing/%05d".formatted(i));
    seeded.awaitListed("sought-blog", 31);
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  @Test
  void findsAnyPartOfANameInEveryNamespace_byKeyboardAlone() {
    try (Tab tab = open("#namespace=sought-shop")) {
      tab.press("/");
      assertThat(tab.isTrue("document.activeElement.id === 'search'")).isTrue();
      tab.type("POST-1");
      await("both names of one part, as people count")
          .until(
              () -> options(tab).startsWith("blog/post-1 sought-blog|blog/post-10 sought-blog|"));
      assertThat(tab.text("#search-form .options-words")).startsWith("11 names.");
      tab.press("ArrowDown");
      tab.press("ArrowDown");
      assertThat(tab.text("#search-options [aria-selected=true]")).startsWith("blog/post-10");
      tab.press("Enter");
      await().until(() -> tab.text("#detail-name").equals("blog/post-10"));
      assertThat(tab.text("#here")).isEqualTo("sought-blog");
      assertThat(tab.isTrue("document.querySelector('#search-form .options').hidden")).isTrue();

      tab.press("/");
      tab.type("page/h");
      tab.press("Enter");
      await("the first, once it is known")
          .until(() -> tab.text("#detail-name").equals("page/home"));

      tab.press("/");
      tab.type("sought-sh");
      await().until(() -> options(tab).equals("sought-shop namespace"));
      tab.press("Enter");
      await().until(() -> tab.text("#here").equals("sought-shop"));
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void saysThatNothingIsFound_andIsLeftByEscape() {
    try (Tab tab = open("")) {
      tab.press("/");
      tab.type("nothing of the kind");
      await()
          .until(
              () ->
                  tab.text("#search-form .options-words")
                      .startsWith("No name has “nothing of the kind” in it."));
      assertThat(options(tab)).isEmpty();
      tab.press("Enter");
      tab.press("Escape");
      assertThat(tab.isTrue("document.querySelector('#search-form .options').hidden")).isTrue();
      assertThat(tab.isTrue("document.activeElement === document.body")).isTrue();
      assertThat(tab.evaluate("document.getElementById('search').value")).isEqualTo("");
      assertThat(tab.evaluate("location.hash")).isEqualTo("");
    }
  }

  /** Of what is not among the first, how the names begin. */
  @Test
  void saysWhatItDidNotLookThrough() {
    try (Tab tab = open("#namespace=sought-many")) {
      tab.press("/");
      tab.type("ing/0999");
      await()
          .until(
              () ->
                  tab.text("#search-form .options-words")
                      .contains("“sought-many” the first 10,000 names were looked through"));
      assertThat(options(tab)).startsWith("thing/09990 ").contains("thing/09999 ");
      tab.press("Escape");
      tab.press("/");
      tab.type("thing/11999");
      await().until(() -> options(tab).equals("thing/11999 sought-many"));

      tab.press("Escape");
      tab.click("document.getElementById('counter-name')");
      tab.type("ing/0999");
      await().until(() -> tab.text("#list-total").equals("10 counters"));
      assertThat(tab.text("#list-note")).contains("the first 10,000 names");
      await("their counts").until(() -> tab.text(".row-count").equals("1"));
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void comparesOnlyWithWhatThereIs() {
    try (Tab tab = open("#namespace=sought-blog&counter=page%2Fhome")) {
      await().until(() -> tab.text("#detail-count").equals("3"));
      tab.click("document.getElementById('compare-name')");
      await("some to choose from")
          .until(
              () -> tab.isTrue("document.querySelectorAll('#compare-options li').length === 30"));
      tab.type("no such counter");
      await()
          .until(
              () ->
                  tab.text("#compare .options-words")
                      .equals("No name has “no such counter” in it."));
      tab.press("Enter");
      assertThat((String) tab.evaluate("location.hash")).doesNotContain("with=");
      tab.press("Escape");
      tab.click("document.getElementById('compare-name')");
      tab.type("post-7");
      await().until(() -> tab.text("#compare-options").strip().equals("blog/post-7"));
      tab.click("document.querySelector('#compare-options li')");
      await().until(() -> ((String) tab.evaluate("location.hash")).contains("with=blog%2Fpost-7"));
      await().until(() -> tab.text(".compared").contains("blog/post-7"));
      assertThat(tab.complaints()).isEmpty();
    }
  }

  private static String options(Tab tab) {
    return ((String) tab.evaluate(OPTIONS)).strip();
  }

  private static Tab open(String address) {
    Tab tab = browser.open();
    tab.lookLight(1280, 900);
    tab.navigate(quipu.uri(0).resolve("/" + address));
    await("the page to be live").until(() -> tab.text("#connection-words").equals("Live"));
    return tab;
  }
}
