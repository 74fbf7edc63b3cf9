package io.quipu.testing.pages;

import io.vertx.core.json.JsonArray;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything with a digit that can be read on a page, wherever it stands. */
final class NumbersOnPage {
  private static final String VISIBLE =
      "(() => { const found = [];"
          // digits that have just changed are an element of their own
          + " document.querySelectorAll('.rolled').forEach(({ parentElement: one }) =>"
          + "   (one.textContent = one.textContent));"
          + " const walker = document.createTreeWalker(%s, NodeFilter.SHOW_TEXT);"
          + " while (walker.nextNode()) {"
          + "   const text = walker.currentNode.textContent.trim();"
          + "   const element = walker.currentNode.parentElement;"
          + "   if (/\\d/.test(text) && element.checkVisibility({visibilityProperty: true})) {"
          + "     const place = element.closest('[id]')?.id ?? '';"
          + "     const own = element.id ? '' : ' ' + (element.classList[0] ?? element.localName);"
          + "     found.push([place + own, text]) } }"
          + " return JSON.stringify(found) })()";

  private static final String WINDOWS =
      "(() => { const plot = document.querySelector('#window-chart .plot'); const found = [];"
          + " const press = (key) => plot.dispatchEvent(new KeyboardEvent('keydown', {key}));"
          + " press('Escape');"
          + " for (let i = 0; i < %d; i++) { press('ArrowLeft');"
          + "   found.unshift(document.querySelector('#window-chart .readout').textContent) }"
          + " press('Escape'); return JSON.stringify(found) })()";

  private static final String BARS =
      "JSON.stringify([...(%s)?.querySelectorAll('.bars g') ?? []].map((hour) =>"
          + " [hour.querySelector('title').textContent,"
          + " Number(hour.querySelector('.bar').getAttribute('height'))]))";

  private NumbersOnPage() {}

  /** The texts by the place where they stand, such as "range-total strong". */
  static Map<String, List<String>> of(Tab tab) {
    return in(tab, "document.body");
  }

  /** The texts on the card of a namespace, where there is one. */
  static Map<String, List<String>> onCard(Tab tab, String namespace) {
    return tab.isTrue("!" + card(namespace)) ? new LinkedHashMap<>() : in(tab, card(namespace));
  }

  private static String card(String namespace) {
    return "[...document.querySelectorAll('.card')].find((card) =>"
        + " card.querySelector('h2').textContent === "
        + Tab.quote(namespace)
        + ")";
  }

  private static Map<String, List<String>> in(Tab tab, String root) {
    Map<String, List<String>> texts = new LinkedHashMap<>();
    for (Object one : new JsonArray((String) tab.evaluate(VISIBLE.formatted(root)))) {
      JsonArray found = (JsonArray) one;
      texts.computeIfAbsent(found.getString(0), place -> new ArrayList<>()).add(found.getString(1));
    }
    return texts;
  }

  /** What the chart says of its last windows, the oldest first. */
  @SuppressWarnings("unchecked")
  static List<String> windows(Tab tab, int most) {
    return new JsonArray((String) tab.evaluate(WINDOWS.formatted(most))).getList();
  }

  /** The bars on the card of a namespace, the oldest first: what each says, and its height. */
  static List<JsonArray> bars(Tab tab, String namespace) {
    return new JsonArray((String) tab.evaluate(BARS.formatted(card(namespace))))
        .stream().map(JsonArray.class::cast).toList();
  }
}
