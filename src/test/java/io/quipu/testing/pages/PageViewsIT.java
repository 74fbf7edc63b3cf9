package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Views of pages on a site of its own, counted by its script in a real browser. */
@Pages
class PageViewsIT {
  private static final int VIEWS = 10_000;
  private static final int PATHS = 10;
  private static final String SITE = "site." + Chromium.REBOUND;

  /** The views that are on their way at once. */
  private static final int AT_ONCE = 20;

  /** Of so many requests one is refused on the way, and the answer of another is lost. */
  private static final int FAILING = 200;

  /** A page that loads the script, and counts what comes of what the script sends. */
  private static final String PAGE =
      """
      <!doctype html><title>%s</title><h1>Results</h1>
      <script>
        const real = window.fetch;
        const later = window.setTimeout;
        window.sent = window.acknowledged = window.denied = window.repeating = 0;
        window.fetch = (...given) => {
          sent++;
          return real(...given).then((answer) => {
            acknowledged += answer.status === 201;
            denied += answer.status === 403;
            window.more?.();
            return answer;
          });
        };
        window.setTimeout = (...given) => {
          repeating++;
          return later(...given);
        };
      </script>
      <script defer src="%s/count.js" data-namespace="%s" %s></script>
      <noscript><img src="%s/v1/views/%s/pixel.gif?path=/without" alt=""></noscript>
      """;

  private static Chromium browser;
  private static RunningQuipu quipu;
  private static TcpProxy proxy;

  /** The namespace and the attributes of the script on the page. */
  private static volatile String namespace = "";

  private static volatile String attributes = "";
  private static OtherSite site;

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium) throws IOException {
    browser = chromium;
    site = new OtherSite(PageViewsIT::page);
    quipu = shared.another(Map.of("QUIPU_PUBLIC_HOSTS", "localhost,127.0.0.1"));
    proxy = new TcpProxy(quipu.uri(0));
  }

  private static String page() {
    URI service = proxy.uri();
    return PAGE.formatted(OtherSite.TITLE, service, namespace, attributes, service, namespace);
  }

  @AfterAll
  static void stop() throws IOException {
    proxy.close();
    quipu.close();
    site.close();
  }

  private static void counting(String name, String host) {
    namespace = name;
    attributes = "";
    JsonObject settings =
        new JsonObject()
            .put("kind", "event")
            .put("labels", new JsonArray().add("path").add("screen").add("referrer"))
            .put("views", new JsonArray().add(site.at(host)));
    quipu.api(0).createNamespace(name, settings.encode());
  }

  /** Some answers are lost, and some views do not reach the service; they come again. */
  @Test
  void tenThousandViewsAreCounted_noneTwiceAndNoneLost() {
    counting("views", SITE);
    proxy.failTwoOf(FAILING);
    try (Tab tab = site.open(browser, SITE)) {
      await().until(() -> tab.isTrue("acknowledged === 1"));
      tab.evaluate(
          """
          (() => {
            let view = 1;
            window.more = () => {
              for (; view < VIEWS && view - acknowledged < AT_ONCE; view++) {
                history.pushState(null, "", "/page/" + (view % PATHS) + "?view=" + view + "#top");
              }
            };
            more();
          })()
          """
              .replace("VIEWS", "" + VIEWS)
              .replace("AT_ONCE", "" + AT_ONCE)
              .replace("PATHS", "" + PATHS));
      for (int views = VIEWS / 20; views <= VIEWS; views += VIEWS / 20) {
        String enough = "acknowledged >= " + views;
        await("%d views".formatted(views)).until(() -> tab.isTrue(enough));
      }
      assertThat(tab.evaluate("acknowledged")).isEqualTo(VIEWS);
    } finally {
      proxy.failTwoOf(Integer.MAX_VALUE);
    }
    assertThat(proxy.lost()).isGreaterThanOrEqualTo(VIEWS / FAILING - 1);
    assertThat(proxy.refused()).isGreaterThanOrEqualTo(VIEWS / FAILING - 1);
    assertThat(proxy.unanswered()).isEmpty();
    Api api = quipu.api(0);
    assertThat(api.count("views", "/").count()).as("the first page").isEqualTo(1);
    long all = 1;
    for (int page = 0; page < PATHS; page++) {
      String path = "/page/" + page;
      int expected = VIEWS / PATHS - (page == 0 ? 1 : 0);
      assertThat(api.settled("views", path).count()).as(path).isEqualTo(expected);
      assertThat(sumOf(path, "path")).isEqualTo(expected);
      assertThat(sumOf(path, "screen")).isEqualTo(expected);
      all += expected;
    }
    assertThat(all).isEqualTo(VIEWS);
  }

  private static long sumOf(String path, String label) {
    JsonArray series =
        quipu
            .api(0)
            .get(Api.path("views", path) + "?by=" + label)
            .expect(200)
            .json()
            .getJsonArray("series");
    return IntStream.range(0, series.size())
        .mapToLong(i -> series.getJsonObject(i).getLong("count"))
        .sum();
  }

  @Test
  void tellsTheScreenAndTheSiteBefore_butNotThePageBefore() {
    counting("told", SITE);
    try (Tab tab = browser.open()) {
      tab.lookOnPhone(390, 844);
      tab.navigate(URI.create(site.at("news." + Chromium.REBOUND)));
      await().until(() -> tab.isTrue("document.title === " + Tab.quote(OtherSite.TITLE)));
      tab.evaluate("location.href = " + Tab.quote(site.at(SITE) + "/from/news"));
      await().until(() -> tab.isTrue("window.acknowledged === 1 && location.pathname !== '/'"));
      tab.evaluate("history.pushState(null, '', '/next')");
      await().until(() -> tab.isTrue("acknowledged === 2"));
      tab.evaluate("history.back()");
      await().until(() -> tab.isTrue("acknowledged === 3"));
    }
    Api api = quipu.api(0);
    await().until(() -> api.count("told", "/from/news").count() == 2);
    assertThat(api.count("told", "/next").count()).isEqualTo(1);
    assertThat(values("/from/news", "referrer"))
        .isEqualTo(Map.of("news." + Chromium.REBOUND, 1L, "", 1L));
    assertThat(values("/from/news", "screen")).isEqualTo(Map.of("phone", 2L));
  }

  private static Map<String, Long> values(String path, String label) {
    JsonArray series =
        quipu
            .api(0)
            .get(Api.path("told", path) + "?by=" + label)
            .expect(200)
            .json()
            .getJsonArray("series");
    return IntStream.range(0, series.size())
        .mapToObj(series::getJsonObject)
        .collect(
            Collectors.toMap(
                one -> one.getJsonObject("labels").getString(label), one -> one.getLong("count")));
  }

  @Test
  void aViewThatIsNotAcknowledgedIsSentOnceMore_whenThePageIsLeft() {
    counting("left", SITE);
    try (Tab tab = browser.open()) {
      tab.beforeEachPage("window.fetch = () => new Promise(() => {})");
      tab.navigate(URI.create(site.at(SITE)));
      await().until(() -> tab.isTrue("sent === 1"));
      tab.navigate(URI.create("about:blank"));
      await().until(() -> quipu.api(0).count("left", "/").count() == 1);
    }
  }

  @Test
  void aPageThatTheBrowserBringsBackAsItWas_countsAgain() {
    counting("back", SITE);
    try (Tab tab = site.open(browser, SITE)) {
      await().until(() -> tab.isTrue("acknowledged === 1"));
      tab.evaluate("location.href = '/next'");
      await().until(() -> tab.isTrue("location.pathname === '/next' && window.acknowledged === 1"));
      tab.evaluate("history.back()");
      await().until(() -> tab.isTrue("location.pathname === '/' && window.acknowledged === 2"));
    }
    assertThat(quipu.api(0).count("back", "/").count()).isEqualTo(2);
  }

  @Test
  void aPageOfAnotherOriginCountsNothing_andDoesNotAskAgain() {
    counting("others", SITE);
    try (Tab tab = site.open(browser, "evil." + Chromium.REBOUND)) {
      await().until(() -> tab.isTrue("denied === 1"));
      assertThat(tab.isTrue("sent === 1 && repeating === 0")).isTrue();
    }
    try (Tab tab = site.open(browser, SITE)) {
      await().until(() -> tab.isTrue("acknowledged === 1"));
    }
    assertThat(quipu.api(0).count("others", "/").count()).isEqualTo(1);
  }

  @Test
  void aVisitorWhoDoesNotWantToBeTrackedIsNotCounted_whereThePageSaysSo() {
    counting("untracked", SITE);
    attributes = "data-respect-dnt data-path=\"/fixed?a=b\"";
    try (Tab tab = browser.open()) {
      tab.beforeEachPage("Object.defineProperty(navigator, 'doNotTrack', {value: '1'})");
      tab.navigate(URI.create(site.at(SITE)));
      await().until(() -> tab.isTrue("document.readyState === 'complete'"));
      assertThat(tab.isTrue("sent === 0")).isTrue();
    }
    try (Tab tab = site.open(browser, SITE)) {
      await().until(() -> tab.isTrue("acknowledged === 1"));
    }
    assertThat(quipu.api(0).count("untracked", "/fixed").count()).isEqualTo(1);
  }

  @Test
  void aPictureCountsWhereScriptsAreOff() {
    counting("pixel", SITE);
    try (Tab tab = browser.open()) {
      tab.runNoScripts();
      tab.navigate(URI.create(site.at(SITE)));
      await().until(() -> quipu.api(0).count("pixel", "/without").count() == 1);
    }
    assertThat(quipu.api(0).count("pixel", "/").count()).isZero();
  }

  @Test
  void onlyKindsThatAddUpEventsCountViews() {
    for (String kind : new String[] {"latest", "linear"}) {
      String settings = "{\"kind\": \"%s\", \"views\": [\"https://a\"]}".formatted(kind);
      assertThat(
              quipu
                  .api(0)
                  .put("/v1/namespaces/views-" + kind, settings)
                  .expect(400)
                  .json()
                  .getString("field"))
          .isEqualTo("views");
    }
  }
}
