import { PLAIN } from "./kind.js";
import { formatCount, formatNumber } from "./numbers.js";
import { Series } from "./series.js";

const bytes = new TextEncoder();
const NAME_BYTES = 512;

/** One counter as this page knows it. */
export class Counter {
  /** What was last said of it: by the live connection while there is one, or by a read; null before. */
  answer = null;
  /** Its count, or its events where it has none; null before anything was said. */
  count = null;
  events = null;
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
    if (this.answer?.estimate !== undefined) {
      return formatNumber(this.answer.estimate);
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

/** The order of the service's listing: by the bytes of UTF-8, which is by code points. */
function compareNames(a, b) {
  const x = [...a];
  const y = [...b];
  const at = x.findIndex((character, i) => character !== y[i]);
  return at < 0 ? x.length - y.length : (x[at].codePointAt(0) ?? 0) - (y[at]?.codePointAt(0) ?? -1);
}

/** The counters of one namespace: those that the service lists, and those that the user added. */
export class Counters {
  #byName = new Map();
  /** Null until the namespace has said of which kind it is. */
  known = null;

  constructor(namespace) {
    this.namespace = namespace;
    this.add(this.#remembered());
  }

  get kind() {
    return this.known ?? PLAIN;
  }

  get(name) {
    return this.#byName.get(name);
  }

  get size() {
    return this.#byName.size;
  }

  /** All of them, in order. */
  sorted() {
    return [...this.#byName.values()].sort((a, b) => compareNames(a.name, b.name));
  }

  /** Adds those that are not there yet. */
  add(names) {
    for (const name of names) {
      if (!this.#byName.has(name)) {
        this.#byName.set(name, new Counter(this.namespace, name));
      }
    }
  }

  /** Keeps a counter that the service may not list yet, also when the page is loaded again. */
  remember(name) {
    this.#store([...new Set([...this.#remembered(), name])]);
  }

  /** The service lists these, `{counter, count, events}`: they need not be remembered. */
  listed(page) {
    const names = new Set(page.map(({ counter }) => counter));
    this.#store(this.#remembered().filter((name) => !names.has(name)));
    this.add([...names]);
    for (const { counter: name, count, events } of page) {
      const counter = this.get(name);
      // What is settled, until the live connection says more.
      counter.count ??= BigInt(count);
      counter.events ??= BigInt(events);
    }
  }

  #remembered() {
    try {
      return JSON.parse(sessionStorage.getItem(`added:${this.namespace}`) ?? "[]");
    } catch {
      return [];
    }
  }

  #store(names) {
    try {
      sessionStorage.setItem(`added:${this.namespace}`, JSON.stringify(names));
    } catch {
      // Storage may be switched off or full: then a reload forgets them, nothing else.
    }
  }
}
