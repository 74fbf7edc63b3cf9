import { Problem } from "./api.js";
import { Kind } from "./kind.js";

const MINUTE_MS = 60_000;
/** So long it takes, as a rule, until an event is settled. */
const SETTLING_MS = 2_000;

/** What is known of a namespace without opening it. */
export class NamespaceSummary {
  /** Its largest counters, as the service lists them: `{namespace, counter, count, events}`, or estimates. */
  largest = [];
  /** How many counters it has, and what they have together; null where that is not known. */
  counters = null;
  sum = null;
  /** The total of today with the `previous` one, and the windows of the last hours; null where there are none, undefined where they are not asked for. */
  today = undefined;
  hours = undefined;
  /** Whether days and hours are those of UTC: the windows that it keeps are too long for those of the browser's zone. */
  isOfUtc = false;
  /** Events per second over the last 60 s; null where that is not known. */
  rate = null;
  /** Whether it was asked for: what is not known after that will not be. */
  isRead = false;
  /** Why it is not known, in words. */
  words = "";
  /** This minute, as it was read: `{start, asOf, until, events}`. */
  #minute = null;

  constructor({ namespace, kind }) {
    this.namespace = namespace;
    this.kind = new Kind({ kind });
  }

  /** Whether there is nothing in it. */
  get isEmpty() {
    return this.isRead && this.counters === 0;
  }

  /** Takes in answers, perhaps none of `today` and `hours`. Answers a problem that may be over soon, or undefined. */
  take({ top, minutes, today, hours }, now) {
    // There may be no windows of a minute, or of a day; but a part is not shown as the whole.
    const parts = [minutes, today, hours].filter((part) => part);
    const refused = top.status === 200 ? parts.find(({ status }) => status !== 200 && status !== 400) : top;
    const problem = refused ? new Problem(refused.status, refused.detail) : null;
    if (problem?.temporary) {
      return problem;
    }
    if (today?.status === 400 && !this.isOfUtc) {
      this.isOfUtc = true;
      return undefined; // and is asked for once more
    }
    this.isRead = true;
    this.words = problem ? wordsOf(problem) : "";
    if (problem) {
      Object.assign(this, { largest: [], counters: null, sum: null, rate: null, today: null, hours: null });
    } else {
      this.largest = top.counters.map((listed) => ({ namespace: this.namespace, ...listed }));
      this.counters = top.total;
      this.sum = top.sum;
      this.today = today && (today.total ?? null);
      this.hours = hours && (hours.windows ?? null);
      this.rate = minutes.windows ? this.#rateOf(minutes, now) : null;
    }
    return undefined;
  }

  /** Of the minute before, the part that lies in the last 60 s, and the present one. */
  #rateOf({ windows: [before, present = before], asOf }, now) {
    const [start, events] = [Date.parse(present.start), Number(present.events)];
    // Pages of the service that are at rest hold `asOf` back, but nothing of what is counted: it says no more than whether
    // this is the answer of before, which the service gives for a while.
    const earlier = this.#minute;
    const isAsBefore = earlier?.start === start && earlier.asOf === asOf && earlier.events === events;
    this.#minute = { start, asOf, events, until: isAsBefore ? earlier.until : now - SETTLING_MS };
    const passed = Math.min(MINUTE_MS, Math.max(0, this.#minute.until - start));
    return (events + Number(before.events) * (1 - passed / MINUTE_MS)) / (MINUTE_MS / 1_000);
  }
}

const wordsOf = ({ status, words }) =>
  status === 403 ? "You may read some of its counters: open it and search." : words;
