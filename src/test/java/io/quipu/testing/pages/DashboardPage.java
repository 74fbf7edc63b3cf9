package io.quipu.testing.pages;

import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.util.List;

/** The dashboard as its user sees it. */
final class DashboardPage implements AutoCloseable {
  private final Tab tab;

  private DashboardPage(Tab tab) {
    this.tab = tab;
  }

  /**
   * Opens a namespace of the dashboard in light colours and waits until it is live, and everything
   * is in its place.
   */
  static DashboardPage open(Chromium browser, URI service, String namespace) {
    DashboardPage page = new DashboardPage(browser.open());
    page.tab.lookLight(1280, 960);
    page.tab.navigate(service.resolve("/#namespace=" + namespace));
    await("the page to be live").until(() -> page.connection().equals("Live"));
    // the first list moves the fields and buttons, away from under a click
    await("the counters to be listed").until(page::isListed);
    return page;
  }

  private boolean isListed() {
    return tab.isTrue(
        "document.querySelector('.row') !== null || !document.getElementById('empty').hidden");
  }

  /** Types a name and looks for it. */
  void find(String counter) {
    tab.evaluate("document.getElementById('counter-name').value = ''");
    tab.click("document.getElementById('counter-name')");
    tab.type(counter);
    tab.press("Enter");
  }

  /** Looks for a counter that has no events yet, and has it watched, which selects it. */
  void watch(String counter) {
    find(counter);
    await("the page to say that there is none").until(() -> !finding().isEmpty());
    tab.click("document.getElementById('watch-anyway')");
    await("the counter to be selected").until(() -> selected().equals(counter));
  }

  /** What the page says about a name that it did not find; empty if it says nothing. */
  String finding() {
    return tab.isTrue("document.getElementById('found').hidden") ? "" : tab.text("#found");
  }

  /** Takes the first of the names that the page offers instead. */
  void takeSimilar() {
    tab.click("document.querySelector('#find-similar button')");
  }

  boolean lists(String counter) {
    return tab.isTrue(row(counter) + " !== undefined");
  }

  /** Opens a namespace, also one that does not exist, by the search at the top. */
  void openNamespace(String namespace) {
    tab.click("document.getElementById('search')");
    tab.type(namespace);
    tab.press("Enter");
    await("the namespace to be open").until(() -> tab.text("#here").equals(namespace));
  }

  /** Clicks the switch, which must change what it says. */
  void switchRecording() {
    String before = recording();
    tab.click("document.querySelector('#recording')");
    await("recording to be switched").until(() -> !recording().equals(before));
  }

  /** Whether there is a switch with which clicks record. */
  boolean offersRecording() {
    return tab.isTrue("getComputedStyle(document.getElementById('recording')).display !== 'none'");
  }

  /** What the page says about recording. */
  String recording() {
    return tab.text("#recording-words");
  }

  /** What the page says that a click does. */
  String effectOfClick() {
    return tab.text("#plus-words");
  }

  /** How many buttons that record can be seen. */
  long visiblePluses() {
    return ((Number)
            tab.evaluate(
                "[...document.querySelectorAll('.plus')]"
                    + ".filter((button) => button.checkVisibility()).length"))
        .longValue();
  }

  /** Clicks every button that records, also those that cannot be seen, as a script can. */
  void clickEveryPlus() {
    tab.evaluate("document.querySelectorAll('.plus').forEach((button) => button.click())");
  }

  /** Loads the page again and waits until it is live. */
  void reload() {
    mark();
    tab.evaluate("location.reload()");
    await("the page to be live again").until(() -> !isMarked() && connection().equals("Live"));
  }

  String address() {
    return (String) tab.evaluate("decodeURIComponent(location.hash)");
  }

  /** Clicks +1 on the counter that is selected. */
  void plusOne() {
    tab.click("document.getElementById('detail-plus')");
  }

  /** Clicks +1 in the list. */
  void plusOne(String counter) {
    tab.click(row(counter) + ".querySelector('.plus')");
  }

  String selected() {
    return tab.text("#detail-name");
  }

  /** The count of the counter that is selected. */
  String count() {
    return tab.text("#detail-count");
  }

  /** The count in the list. */
  String count(String counter) {
    return (String) tab.evaluate(row(counter) + "?.querySelector('.row-count').textContent ?? ''");
  }

  /** What the page says about the counter's tail. */
  String tail() {
    return tab.text("#exact-tail");
  }

  /** Whether the page says of the counter how much of it is settled. */
  boolean splitsTheCount() {
    return !(Boolean) tab.evaluate("document.querySelector('.exact').hidden");
  }

  /** What the page says that the count of the counter is. */
  String facts() {
    return tab.text("#detail-facts");
  }

  /** What a sketch ranks, or the quantiles that it names; empty where there is none. */
  String ranking() {
    return tab.isTrue("document.getElementById('sketch-chart').hidden")
        ? ""
        : tab.text("#sketch-chart .ranking");
  }

  /** Of how many pixels the picture of a distribution is. */
  double plotted() {
    return ((Number)
            tab.evaluate(
                "(() => { const box = document.querySelector('#sketch-chart .area')"
                    + "?.getBoundingClientRect(); return box ? box.width * box.height : 0 })()"))
        .doubleValue();
  }

  /** The window as it looks now, as a PNG. */
  byte[] picture() {
    return tab.picture();
  }

  /** What the page says about the counter's bounds, or its quota. */
  String bounds() {
    return tab.text("#quota dl").replaceAll("\\s+", " ");
  }

  /** How far the count is on its way from one bound to the other. */
  double betweenBounds() {
    return ((Number) tab.evaluate("document.querySelector('#quota meter').value")).doubleValue();
  }

  String connection() {
    return tab.text("#connection-words");
  }

  /** What the page says is wrong; empty when nothing is. */
  String trouble() {
    return tab.text("#trouble").strip();
  }

  /** Leaves a mark that only loading the page again would wipe out. */
  void mark() {
    tab.evaluate("window.marked = true");
  }

  boolean isMarked() {
    return tab.isTrue("window.marked === true");
  }

  /** How many images the page shows besides its own. */
  long foreignImages() {
    return ((Number) tab.evaluate("document.querySelectorAll('main img').length")).longValue();
  }

  List<String> complaints() {
    return tab.complaints();
  }

  @Override
  public void close() {
    tab.close();
  }

  private static String row(String counter) {
    return "[...document.querySelectorAll('.row')].find("
        + "(row) => row.querySelector('.row-name').textContent === "
        + Tab.quote(counter)
        + ")";
  }
}
