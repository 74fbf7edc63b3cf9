import { Address } from "./address.js";
import { arrange } from "./arrange.js";
import { hasText } from "./matches.js";
import { formatRate, plural } from "./numbers.js";
import { MOST_NAMESPACES } from "./overview.js";
import { OverviewCard } from "./overview-card.js";

const PAGE = 12;
/** Cards do not change their places more often. */
const SORT_EVERY_MS = 5_000;
const eventsOf = ({ sum }) => BigInt(sum?.events ?? -1);
const byEvents = (a, b) => Number(eventsOf(b) - eventsOf(a));
const COMPARISONS = {
  name: () => 0,
  rate: (a, b) => (b.rate ?? -1) - (a.rate ?? -1) || byEvents(a, b),
  count: byEvents,
};

/** All namespaces: a card for each in which something is counted, and the names of the others. */
export class OverviewView {
  #root;
  #templates;
  /** summary -> card */
  #cards = new Map();
  #limit = PAGE;
  #sortedAt = 0;
  #asked = "";

  /** `templates` are of a card and of a counter in it; `more()` is called when more of them are to be shown. */
  constructor(root, templates, more) {
    this.#root = root;
    this.#templates = templates;
    root.querySelector("#overview-more button").addEventListener("click", () => {
      this.#limit += PAGE;
      more();
    });
  }

  hide() {
    this.#root.hidden = true;
    this.#limit = PAGE;
  }

  /** Shows those that have a text in their names, in some order; answers which of them have cards. On a wall it shows what all have together. */
  show(overview, { namespace: only, search, order, watching }) {
    this.#root.hidden = only !== "";
    this.#showTotals(overview);
    this.#showCut(overview.isWhole, search);
    const all = watching ? [] : overview.summaries.filter(({ namespace }) => hasText(namespace, search));
    const read = all.filter((one) => one.isRead && !one.isEmpty);
    const sorted = this.#sorted(read, `${order || "rate"} ${search}`, overview.isRead);
    const shown = sorted.slice(0, this.#limit);
    this.#root.querySelector("#overview-more").hidden = shown.length === sorted.length;
    this.#root.querySelector("#overview-none").hidden = watching || all.length > 0 || !overview.knows(search);
    this.#showNames("#overview-empty", all.filter((one) => one.isEmpty));
    this.#showNames("#overview-unread", all.filter((one) => !one.isRead));
    this.#cards = new Map(shown.map((one) => [one, this.#cards.get(one) ?? new OverviewCard(this.#templates)]));
    const cards = [...this.#cards.values()];
    arrange(
      this.#root.querySelector(".cards"),
      cards.map(({ element }) => element),
    );
    this.#cards.forEach((card, summary) => card.show(summary));
    return shown;
  }

  /** Shows these counters on their cards; returns a Map from each to its line. */
  showCounters(counters) {
    const of = ({ namespace }) => counters.filter((counter) => counter.namespace === namespace);
    return new Map([...this.#cards].flatMap(([summary, card]) => card.showCounters(of(summary))));
  }

  #sorted(some, asked, isRead) {
    const early = Date.now() - this.#sortedAt < SORT_EVERY_MS && this.#cards.size > 0;
    if (asked === this.#asked && (early || this.#root.matches(":has(.card:hover, .card :focus)"))) {
      return this.#asBefore(some);
    }
    this.#asked = asked;
    // While little is known yet, places may change at once.
    this.#sortedAt = isRead ? Date.now() : 0;
    return some.sort(COMPARISONS[asked.split(" ")[0]]);
  }

  #asBefore(some) {
    const before = [...this.#cards.keys()];
    const place = (summary) => (before.indexOf(summary) + 1 || before.length + 1) - 1;
    return some.sort((a, b) => place(a) - place(b));
  }

  #showNames(selector, some) {
    const part = this.#root.querySelector(selector);
    part.hidden = some.length === 0;
    const list = part.querySelector("ul");
    const names = some.map(({ namespace }) => namespace);
    if (list.dataset.names !== names.join()) {
      list.dataset.names = names.join();
      list.replaceChildren(...names.map(linkTo));
    }
  }

  #showCut(isWhole, prefix) {
    const cut = this.#root.querySelector("#overview-cut");
    cut.hidden = isWhole;
    cut.textContent =
      (prefix === ""
        ? `There are more than ${MOST_NAMESPACES} namespaces. `
        : `More than ${MOST_NAMESPACES} namespaces begin with “${prefix}”. `) +
      "These are the first by name, and what is said of all is of them: to see others, type how their names begin.";
  }

  #showTotals({ summaries, isWhole, known, isRead: isCounted }) {
    const sum = (part) => summaries.reduce((total, summary) => total + (part(summary) ?? 0), 0);
    // A part is not shown as the whole, and a zero not before it is known.
    const rate = this.#root.querySelector("#overview-rate");
    const isRated = isCounted && summaries.some((one) => one.rate !== null);
    rate.classList.toggle("unknown", !isRated);
    rate.textContent = isRated ? formatRate(sum((one) => one.rate)) : "–";
    const counters = sum((one) => one.counters);
    const events = summaries.reduce((total, one) => total + BigInt(one.sum?.events ?? 0), 0n);
    this.#root.querySelector("#overview-totals").textContent = known
      ? `${plural(summaries.length, "namespace")}${isWhole ? "" : " and more"}` +
        (isCounted ? ` · ${plural(counters, "counter")} · ${plural(events, "event")}` : "")
      : "";
  }
}

function linkTo(namespace) {
  const [item, link] = ["li", "a"].map((tag) => document.createElement(tag));
  link.textContent = namespace;
  link.href = String(new Address({ namespace }));
  item.append(link);
  return item;
}
