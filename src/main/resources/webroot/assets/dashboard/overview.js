import { listNamespaces, topCounters } from "./api.js";
import { Refresher } from "./refresher.js";

/** As many are asked for, by name; with more of them the service is asked for those that begin with the prefix. */
export const MOST_NAMESPACES = 200;
const BUSIEST = 5;
const LIST_EVERY_MS = 15_000;
/** How old what is known of a namespace may become, where it is shown and where it is not. */
const SHOWN_MS = 5_000;
const HIDDEN_MS = 30_000;
/** So many are asked for at once while some have never been: none is to be missed because it was not known yet. */
const AT_ONCE = 8;
const LEAST_MS = 250;
const TOTAL_EVERY_MS = 30_000;
const MINUTE_MS = 60_000;
/** So much of a minute must have passed before it says which counters are busy. */
const ENOUGH_MS = 15_000;
/** So long it takes, as a rule, until an event is settled. */
const SETTLING_MS = 2_000;
/** So long after its end all of a minute is settled, for certain enough. */
const SETTLED_MS = 10_000;

/** What is known of a namespace without opening it. */
class NamespaceSummary {
  /** Its busiest counters: `{counter, count}`, of this minute, or at all if nothing was counted in it. */
  busiest = [];
  /** Events per second over the last 60 s; null where that is not known. */
  rate = null;
  /** Whether it was asked for: what is not known after that will not be. */
  isRead = false;
  /** This minute and the one before, as they were read: `{start, asOf, until, isWhole, events, counters}`. */
  minute = null;
  before = null;
  /** How many counters it has, and events in them; null where that is not known. */
  counters = null;
  events = null;
  /** Why it is not known, in words. */
  words = "";
  askedAt = 0;
  totalAt = -Infinity;

  constructor({ namespace, kind }) {
    this.namespace = namespace;
    this.kind = kind;
  }
}

/**
 * Asks for all namespaces that one may read, and what is busy in each: for one ranking at a time, for what is shown more
 * often, and for several at once that have never been asked for. Nothing is asked while nobody looks.
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

  /** Whether all namespaces that begin with `prefix` are known by name, or as many as are asked for. */
  knows(prefix) {
    return this.known && prefix.startsWith(this.#listed) && (this.isWhole || prefix === this.#listed);
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
    const due = this.summaries.filter((summary) => late(summary) >= 0).sort((a, b) => late(b) - late(a));
    const next = due.slice(0, due[0]?.isRead ? 1 : AT_ONCE);
    if (next.length > 0 && !document.hidden && this.#open) {
      const reads = await Promise.allSettled(next.map((summary) => this.#read(summary, now)));
      this.#changed();
      const failed = reads.find(({ reason }) => reason);
      if (failed) {
        throw failed.reason;
      }
    }
  }

  async #read(summary, now) {
    summary.askedAt = now;
    try {
      await readRankings(summary);
      summary.words = "";
      summary.isRead = true;
    } catch (problem) {
      if (problem.temporary || problem.status === 401) {
        throw problem;
      }
      summary.isRead = true;
      summary.words =
        problem.status === 403 ? "You may read some of its counters: open it and search." : problem.words;
    }
  }
}

async function readRankings(summary) {
  if (summary.counters === 0 || Date.now() - summary.totalAt > TOTAL_EVERY_MS) {
    const all = await topCounters(summary.namespace, { n: BUSIEST });
    summary.totalAt = Date.now();
    summary.counters = all.total;
    summary.events = BigInt(all.sum.events);
    summary.largest = all.counters;
  }
  if (summary.counters === 0) {
    // One ranking is enough: the service makes only so many in a time.
    summary.busiest = [];
    summary.rate = summary.kind === "sketch" ? null : 0;
    return;
  }
  if (summary.kind === "sketch") {
    // Sketches keep no minutes.
    summary.busiest = summary.largest;
    return;
  }
  const now = Date.now();
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  let minute;
  try {
    minute = await readMinute(summary, start, now);
    if (summary.before?.start !== start - MINUTE_MS || !summary.before.isWhole) {
      summary.before = await readMinute(summary, start - MINUTE_MS, now);
    }
  } catch (problem) {
    if (problem.status !== 400) {
      throw problem;
    }
    // It keeps no such windows.
    summary.busiest = summary.largest;
    return;
  }
  const { before } = summary;
  summary.minute = minute;
  // Of the minute before, the part that lies in the last 60 s.
  const passed = Math.min(MINUTE_MS, Math.max(0, minute.until - start));
  summary.rate = (minute.events + before.events * (1 - passed / MINUTE_MS)) / (MINUTE_MS / 1_000);
  const lists = [minute.counters, before.counters];
  summary.busiest = [...(passed < ENOUGH_MS ? lists.reverse() : lists), summary.largest]
    .flat()
    .filter(({ counter }, place, all) => all.findIndex((one) => one.counter === counter) === place)
    .slice(0, BUSIEST);
}

/** What was counted in a minute, `until` about when. */
async function readMinute({ namespace, minute }, start, now) {
  const { counters, sum, asOf } = await topCounters(namespace, {
    n: BUSIEST,
    granularity: "minute",
    window: new Date(start).toISOString(),
  });
  const events = Number(sum.events);
  // Pages of the service that are at rest hold `asOf` back, but nothing of what is counted: it says no more than whether
  // this is the answer of before, which the service gives for a while.
  const isAsBefore = minute?.start === start && minute.asOf === asOf && minute.events === events;
  const until = isAsBefore ? minute.until : now - SETTLING_MS;
  return { start, asOf, until, isWhole: until >= start + MINUTE_MS + SETTLED_MS, events, counters };
}
