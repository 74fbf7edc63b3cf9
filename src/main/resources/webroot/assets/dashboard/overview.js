import { listNamespaces, topCounters } from "./api.js";
import { Refresher } from "./refresher.js";

/** As many are asked for, by name; with more of them the service is asked for those that begin with the prefix. */
export const MOST_NAMESPACES = 200;
const BUSIEST = 5;
const LIST_EVERY_MS = 15_000;
/** How old what is known of a namespace may become, where it is shown and where it is not. */
const SHOWN_MS = 5_000;
const HIDDEN_MS = 60_000;
const LEAST_MS = 250;
const TOTAL_EVERY_MS = 30_000;
const MINUTE_MS = 60_000;
/** So much of a minute must have passed before it says how much is going on. */
const ENOUGH_MS = 15_000;

/** What is known of a namespace without opening it. */
export class NamespaceSummary {
  /** Its busiest counters: `{counter, count}`, of this minute, or at all if nothing was counted in it. */
  busiest = [];
  /** Events per second; null where that is not known. */
  rate = null;
  /** How many counters it has, and events in them; null where that is not known. */
  counters = null;
  events = null;
  /** Why it is not known, in words. */
  words = "";
  askedAt = -Infinity;
  totalAt = -Infinity;

  constructor({ namespace, kind }) {
    this.namespace = namespace;
    this.kind = kind;
  }

  /** Whether the service ranks its counters. */
  get isRanked() {
    return !["linear", "sketch"].includes(this.kind);
  }
}

/**
 * Asks for all namespaces that one may read, and what is busy in each: for one ranking at a time, for what is shown more
 * often. Nothing is asked while nobody looks.
 */
export class Overview {
  /** False where there are more namespaces, that begin with what was asked for, than are known. */
  isWhole = true;
  known = false;

  #summaries = new Map();
  #shown = new Set();
  #list;
  #rankings;
  #report;
  #changed;
  #open = false;
  #prefix = "";
  /** What those begin with that are known. */
  #listed = "";

  /** `report(source, problem)` hears of failures; `changed()` is called when there is something new. */
  constructor({ report, changed }) {
    this.#report = report;
    this.#changed = changed;
    this.#list = new Refresher(() => this.#readList(), LEAST_MS, (problem) => {
      report("namespaces", problem);
      this.#again(this.#list, LIST_EVERY_MS);
    });
    this.#rankings = new Refresher(() => this.#readNext(), LEAST_MS, (problem) => {
      report("ranking", problem);
      this.#again(this.#rankings, LEAST_MS);
    });
  }

  /** Asks for those that begin with `prefix`. */
  open(prefix) {
    const known = this.known && this.isWhole && prefix.startsWith(this.#listed);
    this.#prefix = prefix;
    if (!this.#open || (!known && prefix !== this.#listed)) {
      this.#open = true;
      this.retry();
    }
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
      this.#rankings.reset();
      this.#rankings.ask();
    }
  }

  get summaries() {
    return [...this.#summaries.values()];
  }

  /** These are looked at. */
  show(summaries) {
    this.#shown = new Set(summaries);
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
    const prefix = this.#prefix;
    // All of them, unless it is known that there are too many.
    let asked = this.isWhole && this.#listed === "" ? "" : prefix;
    let answer = await this.#listOf(asked);
    if (answer.next !== undefined && asked !== prefix) {
      asked = prefix;
      answer = await this.#listOf(asked);
    }
    const { namespaces, next } = answer;
    this.#listed = asked;
    this.isWhole = next === undefined;
    this.known = true;
    this.#summaries = new Map(
      namespaces.map((one) => [one.namespace, this.#summaries.get(one.namespace) ?? new NamespaceSummary(one)]),
    );
    this.#changed();
  }

  #listOf(prefix) {
    return listNamespaces({ limit: MOST_NAMESPACES, ...(prefix && { prefix }) });
  }

  async #readNext() {
    const now = Date.now();
    const late = (summary) =>
      now - summary.askedAt - (this.#shown.has(summary) ? SHOWN_MS : HIDDEN_MS);
    const due = this.summaries
      .filter((summary) => summary.isRanked && late(summary) >= 0)
      .sort((a, b) => late(b) - late(a))[0];
    if (due && !document.hidden && this.#open) {
      due.askedAt = now;
      await this.#read(due);
      this.#changed();
    }
  }

  async #read(summary) {
    try {
      await readRankings(summary);
      summary.words = "";
    } catch (problem) {
      if (problem.temporary || problem.status === 401) {
        throw problem;
      }
      summary.words =
        problem.status === 403 ? "You may read some of its counters: open it and search." : problem.words;
    }
  }
}

async function readRankings(summary) {
  if (Date.now() - summary.totalAt > TOTAL_EVERY_MS) {
    const all = await topCounters(summary.namespace, { n: BUSIEST });
    summary.totalAt = Date.now();
    summary.counters = all.total;
    summary.events = BigInt(all.sum.events);
    summary.largest = all.counters;
  }
  const start = Math.floor((Date.now() - ENOUGH_MS) / MINUTE_MS) * MINUTE_MS;
  let minute;
  try {
    minute = await topCounters(summary.namespace, {
      n: BUSIEST,
      granularity: "minute",
      window: new Date(start).toISOString(),
    });
  } catch (problem) {
    if (problem.status !== 400) {
      throw problem;
    }
    // It keeps no such windows.
    summary.busiest = summary.largest;
    return;
  }
  const until = minute.asOf ? Date.parse(minute.asOf) : Date.now();
  const span = Math.min(MINUTE_MS, Math.max(1_000, until - start));
  summary.rate = Number(minute.sum.events) / (span / 1_000);
  summary.busiest = [
    ...minute.counters,
    ...summary.largest.filter(({ counter }) => !minute.counters.some((one) => one.counter === counter)),
  ].slice(0, BUSIEST);
}
