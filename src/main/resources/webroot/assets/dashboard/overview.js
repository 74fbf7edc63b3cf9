import { listNamespaces, Problem, query } from "./api.js";
import { Refresher } from "./refresher.js";

/**
 * As many are asked for, by name, and as one question may be about; with more of them the service is asked for those that
 * begin with the prefix.
 */
export const MOST_NAMESPACES = 500;
const BUSIEST = 5;
const LIST_EVERY_MS = 15_000;
/** How old what is known may become. */
const RANKED_EVERY_MS = 5_000;
const LEAST_MS = 250;
const MINUTE_MS = 60_000;
/** So much of a minute must have passed before it says which counters are busy. */
const ENOUGH_MS = 15_000;
/** So long it takes, as a rule, until an event is settled. */
const SETTLING_MS = 2_000;

/** What is known of a namespace without opening it. */
class NamespaceSummary {
  /** Its busiest counters: `{counter, count}`, of this minute, or at all if nothing was counted in it. */
  busiest = [];
  /** Events per second over the last 60 s; null where that is not known. */
  rate = null;
  /** Whether it was asked for: what is not known after that will not be. */
  isRead = false;
  /** This minute, as it was read: `{start, asOf, until, events, counters}`. */
  minute = null;
  /** How many counters it has, and events in them; null where that is not known. */
  counters = null;
  events = null;
  /** Why it is not known, in words. */
  words = "";

  constructor({ namespace, kind }) {
    this.namespace = namespace;
    this.kind = kind;
  }

  /**
   * Takes in answers: over all time, of the present minute, which begins at `start`, and of the one before. Answers a
   * problem that may be over soon, or undefined.
   */
  take(all, present, before, start, now) {
    // There may be no windows of a minute; but a part is not shown as the whole.
    const refused = all.status === 200 ? [present, before].find(({ status }) => status !== 200 && status !== 400) : all;
    const problem = refused ? new Problem(refused.status, refused.detail) : null;
    if (problem?.temporary) {
      return problem;
    }
    this.isRead = true;
    if (problem) {
      this.words = problem.status === 403 ? "You may read some of its counters: open it and search." : problem.words;
      return undefined;
    }
    this.words = "";
    this.counters = all.total;
    this.events = BigInt(all.sum.events);
    this.busiest = all.counters;
    if (present.status === 200 && before.status === 200) {
      this.#takeMinutes(minuteOf(present, start, now, this.minute), before, all.counters);
    } else {
      this.rate = null;
    }
    return undefined;
  }

  #takeMinutes(minute, before, largest) {
    this.minute = minute;
    // Of the minute before, the part that lies in the last 60 s.
    const passed = Math.min(MINUTE_MS, Math.max(0, minute.until - minute.start));
    const events = minute.events + Number(before.sum.events) * (1 - passed / MINUTE_MS);
    this.rate = events / (MINUTE_MS / 1_000);
    const lists = [minute.counters, before.counters];
    this.busiest = [...(passed < ENOUGH_MS ? lists.reverse() : lists), largest]
      .flat()
      .filter(({ counter }, place, every) => every.findIndex((one) => one.counter === counter) === place)
      .slice(0, BUSIEST);
  }
}

/** Asks for all namespaces that one may read, and what is busy in each, unless nobody looks. */
export class Overview {
  /** False where there are more namespaces, that begin with what was asked for, than are known. */
  isWhole = true;
  known = false;

  #summaries = new Map();
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
    this.#rankings = new Refresher(() => this.#readRankings(), LEAST_MS, (problem) => {
      report("ranking", problem);
      this.#again(this.#rankings, RANKED_EVERY_MS);
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
    if (this.summaries.some(({ isRead }) => !isRead)) {
      this.#rankings.ask();
    }
  }

  #listOf(prefix) {
    return listNamespaces({ limit: MOST_NAMESPACES, ...(prefix && { prefix }) });
  }

  async #readRankings() {
    const { summaries } = this;
    if (summaries.length === 0 || document.hidden || !this.#open) {
      return;
    }
    const now = Date.now();
    const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    const namespaces = summaries.map(({ namespace }) => namespace);
    const top = { namespaces, ask: "top", limit: BUSIEST };
    const minute = (time) => ({ ...top, granularity: "minute", window: new Date(time).toISOString() });
    const results = await query([top, minute(start), minute(start - MINUTE_MS)]);
    const problems = summaries.map((summary, i) => {
      const [all, present, before] = results.map((result) => result.namespaces[i]);
      return summary.take(all, present, before, start, now);
    });
    this.#changed();
    const failed = problems.find((problem) => problem);
    if (failed) {
      throw failed;
    }
  }
}

/** What was counted in a minute, `until` about when. */
function minuteOf({ counters, sum, asOf }, start, now, earlier) {
  const events = Number(sum.events);
  // Pages of the service that are at rest hold `asOf` back, but nothing of what is counted: it says no more than whether
  // this is the answer of before, which the service gives for a while.
  const isAsBefore = earlier?.start === start && earlier.asOf === asOf && earlier.events === events;
  return { start, asOf, until: isAsBefore ? earlier.until : now - SETTLING_MS, events, counters };
}
