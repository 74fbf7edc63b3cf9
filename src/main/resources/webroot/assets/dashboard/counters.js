import { PLAIN } from "./kind.js";
import { whereText } from "./labels.js";
import { hasText } from "./matches.js";
import { formatCount, formatEstimate, formatNumber } from "./numbers.js";
import { Series } from "./series.js";

const bytes = new TextEncoder();
const NAME_BYTES = 512;
const MOST_REMEMBERED = 20;

/** The number that stands for what was read: its estimate, its count, or of neither its events. `{size, text}` */
export function numberOf({ estimate, lower, upper, count, events }) {
  if (estimate !== undefined && estimate !== null) {
    return { size: Number(estimate), text: formatEstimate({ estimate, lower, upper }) };
  }
  const whole = BigInt(count ?? events);
  return { size: Number(whole), text: formatCount(whole) };
}

/** One counter as this page knows it, or what some labels say of it. */
export class Counter {
  /** What was last said of it: by the live connection while there is one, or by a read; null before. */
  answer = null;
  /** Its count, or its events where it has none; null before anything was said. */
  count = null;
  events = null;
  /** An estimate with its bounds, as it was listed last. */
  listed = {};
  /** Clicks that are not yet known to be recorded. */
  unsent = 0;
  series = new Series();

  /** `where` has the values that labels must have, by name. */
  constructor(namespace, name, where = {}) {
    this.namespace = namespace;
    this.name = name;
    this.where = where;
  }

  /** Of a live message. */
  see(answer) {
    this.know(answer);
    this.series.note(Math.floor(Date.now() / 1000), this.count, this.events);
  }

  /** Of a read. */
  know(answer) {
    this.answer = answer;
    this.count = BigInt(answer.count ?? answer.events);
    this.events = BigInt(answer.events);
  }

  /** The number that stands for it. */
  get headline() {
    const { count, events } = this;
    return count === null ? "…" : numberOf({ ...(this.answer ?? this.listed), count, events }).text;
  }

  /** Between which numbers its estimate lies, in words; empty where it is exact. */
  get bounds() {
    const { estimate, lower, upper } = this.answer ?? this.listed;
    return estimate === undefined || lower === upper ? "" : `between ${formatNumber(lower)} and ${formatNumber(upper)}`;
  }

  interrupt() {
    this.series.interrupt(Math.floor(Date.now() / 1000));
  }
}

/** What is wrong with the name of a counter, in words; an empty string if nothing is. */
export function nameError(name) {
  if (/\p{Surrogate}/u.test(name)) {
    return "The name is not valid Unicode.";
  }
  const length = bytes.encode(name).length;
  return length >= 1 && length <= NAME_BYTES
    ? ""
    : `A name has 1 to ${NAME_BYTES} bytes; this one has ${length}.`;
}

const byCount = (a, b) => compareNumbers(b.count ?? 0n, a.count ?? 0n);

const compareNumbers = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** The order of the service's listing: by the bytes of UTF-8, which is by code points. */
function compareNames(a, b) {
  const x = [...a];
  const y = [...b];
  const at = x.findIndex((character, i) => character !== y[i]);
  return at < 0 ? x.length - y.length : (x[at].codePointAt(0) ?? 0) - (y[at]?.codePointAt(0) ?? -1);
}

/** How counters can be put in order: what is equal is by name. */
const COMPARISONS = {
  name: () => compareNames,
  count: () => (a, b) => byCount(a, b) || compareNames(a.name, b.name),
  rate: (now) => {
    const rates = new Map();
    const rate = (counter) => {
      if (!rates.has(counter)) {
        rates.set(counter, counter.series.rate(now));
      }
      return rates.get(counter);
    };
    return (a, b) => rate(b) - rate(a) || byCount(a, b) || compareNames(a.name, b.name);
  },
};

/** The counters of one namespace that this page knows: those that the service lists, and those that the user added. */
export class Counters {
  #byName = new Map();
  /** What was looked at of those that labels have filtered, by name, and what labels these were. */
  #filtered = new Map();
  #where = undefined;
  /** Null until the namespace has said of which kind it is. */
  known = null;

  constructor(namespace) {
    this.namespace = namespace;
  }

  get kind() {
    return this.known ?? PLAIN;
  }

  get(name) {
    return this.#byName.get(name);
  }

  /** A counter of this name, also if there was none. */
  take(name) {
    if (!this.#byName.has(name)) {
      this.#byName.set(name, new Counter(this.namespace, name));
    }
    return this.#byName.get(name);
  }

  /** What labels say of a counter: the counter itself where they need have no values. */
  filtered(counter, where) {
    const text = whereText(where);
    if (text !== this.#where) {
      this.#where = text;
      this.#filtered.clear();
    }
    if (text && !this.#filtered.has(counter.name)) {
      this.#filtered.set(counter.name, new Counter(counter.namespace, counter.name, where));
    }
    return text ? this.#filtered.get(counter.name) : counter;
  }

  /** The one that is looked at of which a message is; undefined if it is none of them. */
  filteredBy({ counter, where }) {
    return whereText(where) === this.#where ? this.#filtered.get(counter) : undefined;
  }

  /** Those that have a text in their names, by "name", "count" or "rate". */
  sorted(order, search) {
    const some = [...this.#byName.values()].filter(({ name }) => hasText(name, search));
    const compare = COMPARISONS[order](Math.floor(Date.now() / 1000));
    return some.sort(order === "name" ? (a, b) => compare(a.name, b.name) : compare);
  }

  /** The service lists these, `{counter, count, events}` perhaps without counts; settled ones, or estimates. */
  listed(page) {
    return page.map((listed) => {
      const counter = this.take(listed.counter);
      // What is settled, until the live connection says more.
      if (listed.events !== undefined) {
        counter.count ??= BigInt(listed.count ?? listed.events);
        counter.events ??= BigInt(listed.events);
        counter.listed = listed;
      }
      return counter;
    });
  }

  /** Forgets one that was deleted. */
  forget(name) {
    this.#byName.delete(name);
    this.#store(this.remembered.filter((other) => other !== name));
  }

  /** Forgets all but these. */
  keepOnly(counters) {
    const kept = new Set(counters);
    for (const [name, counter] of this.#byName) {
      if (!kept.has(counter) && counter.unsent === 0) {
        this.#byName.delete(name);
      }
    }
  }

  forEach(action) {
    this.#byName.forEach((counter) => action(counter));
    this.#filtered.forEach((counter) => action(counter));
  }

  /** Counters that the user looks at though the service may not list them yet, also when the page is loaded again. */
  get remembered() {
    try {
      return JSON.parse(sessionStorage.getItem(`added:${this.namespace}`) ?? "[]");
    } catch {
      return [];
    }
  }

  remember(name) {
    this.#store([...new Set([...this.remembered, name])].slice(-MOST_REMEMBERED));
  }

  #store(names) {
    try {
      sessionStorage.setItem(`added:${this.namespace}`, JSON.stringify(names));
    } catch {
      // Storage may be switched off or full: then a reload forgets them, nothing else.
    }
  }
}
