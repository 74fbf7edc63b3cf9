import { PLAIN } from "./kind.js";
import { formatCount, formatNumber } from "./numbers.js";
import { Series } from "./series.js";

const bytes = new TextEncoder();
const NAME_BYTES = 512;
const MOST_REMEMBERED = 20;

/** One counter as this page knows it. */
export class Counter {
  /** What was last said of it: by the live connection while there is one, or by a read; null before. */
  answer = null;
  /** Its count, or its events where it has none; null before anything was said. */
  count = null;
  events = null;
  /** Of a sketch, as it was listed last. */
  estimate = undefined;
  /** Clicks that are not yet known to be recorded. */
  unsent = 0;
  series = new Series();

  constructor(namespace, name) {
    this.namespace = namespace;
    this.name = name;
  }

  /** Of a live message. */
  see(answer) {
    this.know(answer);
    this.series.note(Math.floor(Date.now() / 1000), this.count);
  }

  /** Of a read. */
  know(answer) {
    this.answer = answer;
    this.count = BigInt(answer.count ?? answer.events);
    this.events = BigInt(answer.events);
  }

  /** The number that stands for it. */
  get headline() {
    const estimate = this.answer?.estimate ?? this.estimate;
    if (estimate !== undefined && estimate !== null) {
      return formatNumber(estimate);
    }
    return this.count === null ? "…" : formatCount(this.count);
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

  /** Those that begin so, by "name", "count" or "rate". */
  sorted(order, prefix) {
    const some = [...this.#byName.values()].filter(({ name }) => name.startsWith(prefix));
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
        counter.estimate = listed.estimate;
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
