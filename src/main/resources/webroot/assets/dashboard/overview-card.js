import { Address } from "./address.js";
import { arrange } from "./arrange.js";
import { drawBars } from "./bars.js";
import { formatTick } from "./chart-text.js";
import { numberOf } from "./counters.js";
import { formatRate, plural } from "./numbers.js";
import { differenceOf } from "./range-total.js";
import { RANGES } from "./ranges.js";

const { before: YESTERDAY } = RANGES.find(({ key }) => key === "today");

/** What a namespace has counted today and in the last hours, and its largest counters. */
export class OverviewCard {
  #line;
  /** counter -> line */
  #lines = new Map();

  /** `templates` are of a card, and of a counter in it. */
  constructor({ card, line }) {
    this.element = card.content.firstElementChild.cloneNode(true);
    this.#line = line;
  }

  show(summary) {
    const { namespace, kind, rate, hours } = summary;
    const link = this.#find("h2 a");
    link.textContent = namespace;
    link.href = String(new Address({ namespace }));
    this.#find(".card-kind").textContent = kind.label;
    const perSecond = formatRate(rate ?? 0);
    this.#find(".card-rate").textContent = perSecond === "0" ? "" : `${perSecond}/s`;
    this.#showToday(summary);
    drawBars(this.#find(".bars"), hours, kind);
    this.#showHours(hours);
    this.#showTotals(summary);
  }

  #showToday({ kind, today, isOfUtc }) {
    this.#find(".card-today").hidden = !today;
    if (!today) {
      return;
    }
    const total = kind.summed(today);
    const { text } = numberOf(total);
    const number = this.#find(".card-today strong");
    number.textContent = text;
    number.style.setProperty("--characters", text.length);
    this.#find(".card-today span").textContent = `${wordsOf(kind, total)} today${isOfUtc ? " (UTC)" : ""}`.trimStart();
    const previous = today.previous && kind.summed(today.previous);
    // What has come to nothing or less cannot be divided by.
    const isMeasure = previous && numberOf(previous).size > 0 && numberOf(total).size >= 0;
    const difference = isMeasure ? differenceOf({ ...total, keptFrom: today.keptFrom, previous }, YESTERDAY) : null;
    const chip = this.#find(".chip");
    chip.hidden = !difference;
    chip.title = difference?.than ?? "";
    chip.firstElementChild.textContent = difference?.change ?? "";
    chip.lastElementChild.textContent = difference?.than ?? "";
  }

  /** Says when the bars begin. */
  #showHours(hours) {
    this.#find(".axis").hidden = !hours;
    this.#find(".axis span").textContent = hours ? formatTick(Date.parse(hours[0].start) / 1_000, 60) : "";
  }

  /** Shows what all have together, unless it is what the only one has. */
  #showTotals({ kind, largest, counters, sum, words }) {
    const [names, numbers] = this.#find(".card-totals").children;
    const total = sum && kind.summed(sum);
    const text = total && numberOf(total).text;
    names.textContent = words || (total ? plural(counters, "counter") : "");
    numbers.textContent = words || !total ? "" : `${text} ${wordsOf(kind, total)}`.trimEnd();
    this.#find(".card-totals").hidden = !words && largest.length === 1 && numberOf(largest[0]).text === text;
  }

  /** Shows these counters; returns them, each with its line. */
  showCounters(counters) {
    this.#lines = new Map(counters.map((counter) => [counter, this.#lines.get(counter) ?? this.#lineOf(counter)]));
    arrange(this.#find("ol"), this.#lines.values());
    return [...this.#lines];
  }

  #lineOf({ namespace, name }) {
    const line = this.#line.content.firstElementChild.cloneNode(true);
    line.querySelector(".row-name").textContent = name;
    line.querySelector("a").href = String(new Address({ namespace, counter: name }));
    return line;
  }

  #find(selector) {
    return this.element.querySelector(selector);
  }
}

/** What is counted, where that is events rather than what they add up to. */
const wordsOf = (kind, { count, events }) => (count === undefined ? plural(events, kind.unit).replace(/^\S+ /, "") : "");
