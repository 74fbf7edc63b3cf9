import { Breakdowns } from "./labels.js";
import { formatNumber, plural } from "./numbers.js";

/** As many as the service gives in one answer, closer together where a distribution thins out. */
const RANKS = [
  0, 0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99,
  0.999, 1,
];

const EVENTS = {
  unique: '{"id": "order-8812"}',
  latest: '{"actor": "P1", "version": 1, "value": 1500}',
  sketch: '{"value": 3.5}',
};

/** What the counters of a namespace count, and so how they are recorded into, read and looked at. */
export class Kind {
  #kind;
  #state;
  /** "minute", "hour" and "day", as far as it keeps such windows. */
  windows;
  breakdowns;
  /** What happened on days, `{day, text}`. */
  notes;

  /** Of the settings of a namespace. */
  constructor({ kind, state, windows, breakdowns, notes }) {
    this.#kind = kind;
    this.#state = state;
    this.windows = windows ?? [];
    this.breakdowns = new Breakdowns(breakdowns ?? []);
    this.notes = Object.entries(notes ?? {}).map(([day, text]) => ({ day, text }));
  }

  /** What a sketch keeps of its values; undefined of other kinds. */
  get state() {
    return this.#state;
  }

  get label() {
    return this.#kind;
  }

  /** Whether an event that adds 1 is one of them. */
  get takesClicks() {
    return !["latest", "sketch"].includes(this.#kind);
  }

  /** Whether there is a count of it, and not only an estimate. */
  get hasCount() {
    return this.#kind !== "sketch";
  }

  /** Whether its count goes up and down with what stands, and so says nothing of how many events there were. */
  get stands() {
    return this.#kind === "latest";
  }

  /** What of an answer can be added up over counters and time: counts, or where these say nothing of a sum the events. */
  summed({ count, events }) {
    return this.hasCount && !this.stands ? { count, events } : { events };
  }

  /** An event of it, in a word. */
  get unit() {
    return { latest: "statement", sketch: "value" }[this.#kind] ?? "event";
  }

  /** What follows the total of a range, which has words: of what stands it is by how much that has changed. */
  ofRange(words) {
    return this.stands ? `change ${words}` : words;
  }

  /** An event as JSON; empty where one without a body is an event. */
  get event() {
    return EVENTS[this.#kind] ?? "";
  }

  /** What is asked for when a counter is read to be looked at. */
  get query() {
    return this.#state === "quantiles" ? { ranks: RANKS.join() } : {};
  }

  /** What the number is that stands for a counter, in words. */
  facts({ count, events, answer }) {
    switch (this.#state ?? this.#kind) {
      case "latest":
        return `what stands, of ${plural(events, this.unit)}`;
      case "min":
        return `the smallest of ${plural(events, "value")}`;
      case "max":
        return `the largest of ${plural(events, "value")}`;
      case "distinct":
        return `different ones among ${plural(events, "value")}${bounds(answer)}`;
      case "top":
      case "quantiles":
        return events === 1n ? "value" : "values";
      default:
        return this.hasCount && count === events ? "in all" : `in all, of ${plural(events, this.unit)}`;
    }
  }
}

function bounds(answer) {
  return answer === null || answer.lower === answer.upper
    ? ""
    : `, between ${formatNumber(answer.lower)} and ${formatNumber(answer.upper)}`;
}

/** What a namespace is taken for until it has said more. */
export const PLAIN = new Kind({ kind: "event" });
