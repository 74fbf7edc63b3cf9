import { Address } from "./address.js";
import { LONG_NAME } from "./list-view.js";
import { hasText } from "./matches.js";
import { formatCount, formatRate, formatShort, plural } from "./numbers.js";
import { MOST_NAMESPACES } from "./overview.js";
import { showSpark } from "./spark.js";

const PAGE = 12;
/** So many cards fill a screen that is only looked at, in so many columns. */
const MOST_WATCHED = 6;
const COLUMNS = [1, 1, 2, 3, 2, 3, 3];
const SPARK_SECONDS = 60;
const LONG_CHARACTERS = 9;
/** Cards do not change their places more often. */
const SORT_EVERY_MS = 5_000;
const byEvents = (a, b) => Number((b.events ?? -1n) - (a.events ?? -1n));
const COMPARISONS = {
  name: () => 0,
  rate: (a, b) => (b.rate ?? -1) - (a.rate ?? -1) || byEvents(a, b),
  count: byEvents,
};

/** All namespaces, a card for each, with its busiest counters. */
export class OverviewView {
  #root;
  #card;
  #line;
  #cards = new Map();
  #limit = PAGE;
  #sortedAt = 0;
  #asked = "";
  #counters = [];

  /** `templates` are of a card and of a counter in it; `more()` is called when more of them are to be shown. */
  constructor(root, { card, line }, more) {
    this.#root = root;
    this.#card = card;
    this.#line = line;
    root.querySelector("#overview-more button").addEventListener("click", () => {
      this.#limit += PAGE;
      more();
    });
  }

  hide() {
    this.#root.hidden = true;
    this.#limit = PAGE;
  }

  /** Shows those that begin with the prefix, in some order; answers which they are. */
  show(overview, { search: prefix, order, watching }) {
    this.#root.hidden = false;
    const all = overview.summaries.filter(({ namespace }) => hasText(namespace, prefix));
    const sorted = this.#sorted(all, prefix, order || "rate");
    const shown = watching ? watched(sorted) : sorted.slice(0, this.#limit);
    this.#showTotals(overview);
    this.#showMore(watching ? [] : sorted.slice(this.#limit));
    this.#showCut(overview.isWhole, prefix);
    this.#root.querySelector("#overview-none").hidden = shown.length > 0 || !overview.knows(prefix);
    const cards = new Map(
      shown.map((summary) => [summary, this.#cards.get(summary) ?? this.#newCard()]),
    );
    const places = this.#root.querySelector(".cards");
    const elements = [...cards.values()];
    places.style.setProperty("--columns", COLUMNS[elements.length] ?? COLUMNS.at(-1));
    if (elements.length !== places.children.length || elements.some((card, i) => places.children[i] !== card)) {
      places.replaceChildren(...elements);
    }
    this.#cards = cards;
    cards.forEach((card, summary) => fill(card, summary, watching));
    return shown;
  }

  /** Some may be busier than what is shown, as long as they are not known. */
  #showMore(hidden) {
    const more = this.#root.querySelector("#overview-more");
    const unread = hidden.filter(({ isRead }) => !isRead).length;
    more.hidden = hidden.length === 0;
    more.firstElementChild.textContent = unread === 0 ? "Show more" : `Show more (${unread} not known yet)`;
  }

  #sorted(all, prefix, order) {
    const asked = `${order} ${prefix}`;
    const early = Date.now() - this.#sortedAt < SORT_EVERY_MS && this.#cards.size > 0;
    if (asked === this.#asked && (early || this.#root.matches(":has(.card:hover, .card :focus)"))) {
      return this.#asBefore(all);
    }
    this.#asked = asked;
    // While little is known yet, places may change at once.
    this.#sortedAt = all.every((one) => one.isRead || one.rate !== null) ? Date.now() : 0;
    return all.sort(COMPARISONS[order]);
  }

  #asBefore(all) {
    const before = [...this.#cards.keys()];
    const place = (summary) => (before.indexOf(summary) + 1 || before.length + 1) - 1;
    return all.sort((a, b) => place(a) - place(b));
  }

  /** Shows these counters, a Map from each summary to its busiest. */
  showCounters(counters, watching) {
    this.#counters = [...counters.values()].flat();
    for (const [summary, some] of counters) {
      const list = this.#cards.get(summary)?.querySelector("ol");
      const lines = some.map((counter) => this.#lineOf(list, counter, watching));
      if (list && (lines.length !== list.children.length || lines.some((line, i) => list.children[i] !== line))) {
        list.replaceChildren(...lines);
      }
    }
  }

  /** Shows the present counts, and the time passing. */
  tick() {
    const now = Math.floor(Date.now() / 1000);
    for (const counter of this.#counters) {
      const line = counter.line;
      const rate = counter.series.rate(now);
      const count = counter.headline;
      line.querySelector(".row-count").textContent = count;
      line.firstElementChild.classList.toggle("long", count.length > LONG_CHARACTERS);
      line.querySelector(".row-rate").textContent = rate === 0 ? "" : `${formatRate(rate)}/s`;
      showSpark(line, counter.series.points(now, SPARK_SECONDS));
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

  #showTotals({ summaries, isWhole, known }) {
    const sum = (part) => summaries.reduce((total, summary) => total + (part(summary) ?? 0), 0);
    // A part is not shown as the whole, and a zero not before it is known.
    const isCounted = known && summaries.every((one) => one.isRead);
    const rate = this.#root.querySelector("#overview-rate");
    const isRated = isCounted && summaries.some((one) => one.rate !== null);
    rate.classList.toggle("unknown", !isRated);
    rate.textContent = isRated ? formatRate(sum((one) => one.rate)) : "–";
    const counters = sum((one) => one.counters);
    const events = summaries.reduce((total, one) => total + (one.events ?? 0n), 0n);
    this.#root.querySelector("#overview-totals").textContent = known
      ? `${plural(summaries.length, "namespace")}${isWhole ? "" : " and more"}` +
        (isCounted ? ` · ${plural(counters, "counter")} · ${plural(events, "event")}` : "")
      : "";
  }

  #newCard() {
    return this.#card.content.firstElementChild.cloneNode(true);
  }

  #lineOf(list, counter, watching) {
    counter.line ??= this.#line.content.firstElementChild.cloneNode(true);
    const link = counter.line.querySelector("a");
    link.querySelector(".row-name").textContent = counter.name;
    link.classList.toggle("long-name", counter.name.length > LONG_NAME);
    link.href = String(new Address({ namespace: counter.namespace, counter: counter.name, watching }));
    return counter.line;
  }
}

/** The first in which something is counted; before that is known, the first. */
function watched(sorted) {
  const isCounting = ({ isRead, events }) => !isRead || events === null || events > 0n;
  return sorted.filter(isCounting).slice(0, MOST_WATCHED);
}

function fill(card, summary, watching) {
  const { namespace, kind, rate, counters, events, words } = summary;
  const link = card.querySelector("h2 a");
  link.textContent = namespace;
  link.href = String(new Address({ namespace, watching }));
  card.querySelector(".card-kind").textContent = kind;
  card.querySelector(".card-rate").textContent = rate === null ? "" : `${formatRate(rate)} events/s`;
  card.classList.toggle("at-rest", !rate);
  // It has its size before its counters are known: what is below stays where it is.
  card.classList.toggle("unknown", counters === null && !words);
  const totals = card.querySelector(".card-totals");
  totals.textContent = totalsOf(summary, words);
  totals.title = events === null ? "" : `${formatCount(events)} events in ${counters} counters`;
}

function totalsOf({ counters, events }, words) {
  if (words) {
    return words;
  }
  if (counters === null) {
    return "…";
  }
  return counters === 0
    ? "Nothing is counted here yet."
    : `${plural(counters, "counter")} · ${formatShort(events)} ${events === 1n ? "event" : "events"}`;
}
