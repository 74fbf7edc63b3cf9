import { readTotal, readWindows } from "./api.js";
import { numberOf } from "./counters.js";
import { LENGTHS } from "./calendar.js";
import { formatPercent } from "./numbers.js";

/** How old sums may become while the period goes on. */
const OLD_MS = 15_000;
/** Of what values there is a number that can be compared: counts, and of sketches these. */
const STATES = ["distinct", "sum"];

/** The period before the one that is looked at, of one counter: its windows, and how much more or less there is now. */
export class Comparison {
  /** Those of the period before, in order; empty where there are none, or not all of them. */
  #windows = [];
  /** The period that these are of. */
  #period = null;
  #counter;
  #kind;
  #sums = null;
  #of = "";
  #readAt = -Infinity;

  /** Of a counter of some kind; of none (null) there is nothing to compare. */
  constructor(counter = null, kind = null) {
    this.#counter = counter;
    this.#kind = kind;
  }

  /** Reads what was before a period. */
  async read(period, now) {
    const before = this.#isComparable ? period.previous : null;
    const of = JSON.stringify([before?.from, before?.to, period.granularity]);
    if (of !== this.#of || now - this.#readAt >= OLD_MS) {
      await this.#readBefore(period, before, now, of);
    }
  }

  get #isComparable() {
    return this.#counter !== null && (this.#kind.hasCount || STATES.includes(this.#kind.state));
  }

  async #readBefore(period, before, now, of) {
    const spans = before && stretches(period, before, this.#kind.windows, now);
    const tz = period.calendar.zone;
    const total = ([from, to]) => readTotal(this.#counter, { from, to, tz });
    const [answer, ...sums] = before
      ? await Promise.all([
          of === this.#of ? null : readWindows(this.#counter, period.granularity, { ...before.read(now), tz }),
          ...(spans ? [total(spans.present), total(spans.before)] : []),
        ])
      : [{ windows: [] }];
    this.#readAt = now;
    this.#of = of;
    this.#period = before;
    if (answer) {
      this.#windows = answer.keptFrom ? [] : answer.windows;
    }
    // What is only kept in part is no measure of a whole.
    const isWhole = sums.length === 2 && sums.every(({ keptFrom }) => !keptFrom);
    this.#sums = isWhole ? { isOver: period.isOver(now), name: period.range.before, unit: period.range.unit, sums } : null;
  }

  /** The windows of the period before, at the times of a period, and its end; null where there was nothing in them. */
  windowsAt(period) {
    const isEmpty = this.#windows.every(({ events }) => BigInt(events) === 0n);
    if (isEmpty || this.#period?.to !== period.previous?.to) {
      return null;
    }
    const moved = [];
    let at = period.from;
    for (const window of this.#windows) {
      if (at < period.to) {
        const { count } = window;
        moved.push({ ...window, start: at, ...(count !== undefined && { count: BigInt(count) }) });
        at = period.next(at);
      }
    }
    return [...moved, { ...moved.at(-1), start: at }];
  }

  /** How much more or less it is, in words: `{change, than}`; null where that is not known or says nothing. */
  get words() {
    if (!this.#sums) {
      return null;
    }
    const { isOver, name, unit, sums } = this.#sums;
    const [now, before] = sums.map((sum) => numberOf(sum));
    const stretch = isOver || unit === "minute" ? name : `the same stretch of ${name}`;
    if (BigInt(sums[1].events) === 0n) {
      return null;
    }
    if (before.size <= 0 || now.size < 0) {
      return { change: before.text, than: `in ${stretch}` };
    }
    return { change: formatPercent(now.size / before.size - 1), than: `against ${stretch} (${before.text})` };
  }
}

/** The same stretches of two periods, `[from, to]` each: of one that is not over what has passed in whole windows. */
function stretches(period, before, kept, now) {
  if (period.isOver(now)) {
    return { present: [period.from, period.to], before: [before.from, before.to] };
  }
  const finest = Object.keys(LENGTHS).find((one) => kept.includes(one));
  const passed = period.calendar.start(finest, now) - period.from;
  const until = Math.min(before.from + passed, before.to);
  return passed > 0 ? { present: [period.from, period.from + passed], before: [before.from, until] } : null;
}
