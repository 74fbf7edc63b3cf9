import { listNamespaces, Problem, query, questionOf, readNamespace } from "./api.js";
import { numberOf } from "./counters.js";
import { NamespaceSummary } from "./namespace-summary.js";
import { zoneOf } from "./ranges.js";
import { Refresher } from "./refresher.js";

/**
 * As many are asked for, by name, and as one question may be about; with more of them the service is asked for those that
 * begin with the prefix.
 */
export const MOST_NAMESPACES = 500;
/** So many counters are on a card, and on a wall: any of these may be of one namespace. */
const ON_CARD = 3;
const ON_WALL = 9;
const LIST_EVERY_MS = 15_000;
/** How old what is known may become; and the hours of a counter, which change slowly. */
const READ_EVERY_MS = 5_000;
const HOURS_EVERY_MS = 60_000;
const LEAST_MS = 250;
/** The last 24 hours, with the present one. */
const HOURS = { ask: "windows", granularity: "hour", range: { from: "-23h" } };
/** The present minute, and the one before. */
const MINUTES = { ask: "windows", granularity: "minute", range: { from: "-1m" } };
const TODAY = { ask: "total", range: "today", compare: "previous" };

const namesOf = (summaries) => summaries.map(({ namespace }) => namespace);

/** Asks for all namespaces that one may read, or for one, and for what is counted in each, unless nobody looks. */
export class Overview {
  /** False where there are more namespaces, that begin with what was asked for, than are known. */
  isWhole = true;
  known = false;

  #summaries = new Map();
  #list;
  #reads;
  #report;
  #changed;
  #open = false;
  /** What is looked at: `{namespace, prefix, watching}`. */
  #wanted = {};
  /** What those begin with that are known. */
  #listed = "";
  /** The namespaces on cards, the counters on a wall, and the last hours of counters: `{windows, at}`. */
  #shown = new Set();
  #watched = [];
  #hours = new WeakMap();

  /** `report(source, problem)` hears of failures; `changed()` is called when there is something new. */
  constructor({ report, changed }) {
    this.#report = report;
    this.#changed = changed;
    this.#list = new Refresher(() => this.#readList(), LEAST_MS, (problem) => {
      report("namespaces", problem);
      this.#again(this.#list, LIST_EVERY_MS);
    });
    this.#reads = new Refresher(() => this.#readSummaries(), LEAST_MS, (problem) => {
      report("ranking", problem);
      this.#again(this.#reads, READ_EVERY_MS);
    });
  }

  /** Asks for those that begin with `search`, or for one `namespace`; for what a wall shows if one is `watching`. */
  open({ namespace, search, watching }) {
    const before = this.#wanted;
    this.#wanted = { namespace, prefix: namespace ? "" : search, watching };
    // On a wall there are more of the largest of each.
    if (namespace !== before.namespace || watching !== before.watching) {
      this.forget();
    }
    const isOther = !this.#open || namespace !== before.namespace || watching !== before.watching;
    if (isOther || !(this.knows(search) || search === this.#listed)) {
      this.#open = true;
      this.retry();
    }
  }

  /** Knows nothing any more: somebody else may read other namespaces. */
  forget() {
    this.#summaries = new Map();
    this.#hours = new WeakMap();
    this.#listed = "";
    this.isWhole = true;
    this.known = false;
  }

  /** Why nothing is known of the only namespace, in words. */
  get words() {
    return this.summaries.length === 1 ? this.summaries[0].words : "";
  }

  close() {
    this.#open = false;
    this.#report("namespaces", null);
    this.#report("ranking", null);
  }

  retry() {
    if (this.#open) {
      this.#list.reset();
      this.#list.ask();
      this.#reads.reset();
      this.#reads.ask();
    }
  }

  /** Whether names are known, and each of them has been asked for. */
  get isRead() {
    return this.known && this.summaries.every(({ isRead }) => isRead);
  }

  get summaries() {
    return [...this.#summaries.values()];
  }

  /** The largest counters of all, as the service lists them. */
  get largest() {
    const size = (listed) => numberOf(listed).size;
    const all = this.summaries.flatMap(({ largest }) => largest);
    return all.sort((a, b) => size(b) - size(a)).slice(0, ON_WALL);
  }

  kindOf({ namespace }) {
    return this.#summaries.get(namespace).kind;
  }

  /** Asks for today and the last hours of what is shown, which are too much of all: of namespaces, and of counters. */
  look(summaries, counters) {
    this.#shown = new Set(summaries);
    this.#watched = counters;
    if (summaries.some(({ today }) => today === undefined) || counters.some((counter) => !this.#hours.has(counter))) {
      this.#again(this.#reads, 0);
    }
  }

  /** The windows of a counter that is watched; undefined where there are none. */
  hoursOf(counter) {
    return this.#hours.get(counter)?.windows;
  }

  /** Whether all namespaces that begin with `prefix` are known by name, or as many as are asked for. */
  knows(prefix) {
    return this.known && prefix.startsWith(this.#listed) && (this.isWhole || prefix === this.#listed);
  }

  #again(refresher, ms) {
    if (this.#open) {
      refresher.ask(ms);
    }
  }

  async #readList() {
    if (document.hidden || !this.#open) {
      return;
    }
    const { prefix, namespace } = this.#wanted;
    // All of them, unless it is known that there are too many.
    let asked = this.isWhole && this.#listed === "" ? "" : prefix;
    let answer = namespace ? { namespaces: [await readNamespace(namespace)] } : await this.#listOf(asked);
    if (answer.next !== undefined && asked !== prefix) {
      asked = prefix;
      answer = await this.#listOf(asked);
    }
    if (namespace !== this.#wanted.namespace) {
      return;
    }
    const { namespaces, next } = answer;
    this.#listed = asked;
    this.isWhole = next === undefined;
    this.known = true;
    this.#summaries = new Map(
      namespaces.map((one) => [one.namespace, this.#summaries.get(one.namespace) ?? new NamespaceSummary(one)]),
    );
    this.#changed();
    this.#askForUnread();
  }

  #askForUnread() {
    if (!this.isRead) {
      this.#again(this.#reads, 0);
    }
  }

  #listOf(prefix) {
    return listNamespaces({ limit: MOST_NAMESPACES, ...(prefix && { prefix }) });
  }

  async #readSummaries() {
    const { summaries } = this;
    if (summaries.length === 0 || document.hidden || !this.#open) {
      return;
    }
    const now = Date.now();
    const { watching } = this.#wanted;
    const looked = watching ? [] : summaries.filter((one) => !one.isRead || this.#shown.has(one));
    const parts = [false, true].flatMap((isOfUtc) => partsOfDay(looked, isOfUtc));
    const namespaces = namesOf(summaries);
    parts.push(["top", { namespaces, ask: "top", limit: watching ? ON_WALL : ON_CARD }], ["minutes", { namespaces, ...MINUTES }]);
    const watched = this.#watched.filter((one) => !(now - this.#hours.get(one)?.at < HOURS_EVERY_MS));
    const answers = await query(
      parts.map(([, question]) => question),
      watched.map((one) => questionOf(one, HOURS.ask, HOURS)),
    );
    watched.forEach((one, i) => this.#takeHours(one, answers[parts.length + i], now));
    const taken = new Map(namespaces.map((namespace) => [namespace, {}]));
    parts.forEach(([part], i) => answers[i].namespaces.forEach((answer) => (taken.get(answer.namespace)[part] = answer)));
    const problems = summaries.map((summary) => summary.take(taken.get(summary.namespace), now));
    this.#changed();
    const failed = problems.find((problem) => problem);
    if (failed) {
      throw failed;
    }
    this.#askForUnread();
  }

  /** What was known before stays until there is an answer, for which one asks again soon. */
  #takeHours(counter, { status, detail, windows }, now) {
    const before = this.#hours.get(counter)?.windows;
    const isMissing = status !== 200 && new Problem(status, detail).temporary;
    this.#hours.set(counter, isMissing ? { windows: before, at: now - HOURS_EVERY_MS + READ_EVERY_MS } : { windows, at: now });
  }
}

/** The questions about today and the last hours of those namespaces whose days are of UTC, or not. */
function partsOfDay(summaries, isOfUtc) {
  const namespaces = namesOf(summaries.filter((one) => one.isOfUtc === isOfUtc));
  const asked = { namespaces, tz: zoneOf(isOfUtc) };
  return namespaces.length === 0 ? [] : [["today", { ...asked, ...TODAY }], ["hours", { ...asked, ...HOURS }]];
}
