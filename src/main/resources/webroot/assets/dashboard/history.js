import { readWindows } from "./api.js";
import { ZONE, granularityOf, hasLocalDays, nextStart, spanOf } from "./ranges.js";
import { Refresher } from "./refresher.js";

const LEAST_MS = 1_000;
/** A window that has just ended gets its last events while it is settled. */
const AFTER_END_MS = 3_000;
const LONGEST_MS = 300_000;
/** What was counted while windows were read may be missing in them: they are read again when the count is at rest. */
const AT_REST_MS = 1_200;

/** What a counter has counted window by window, and beyond the last answer what its count says. */
class Past {
  windows = [];
  #countThen;

  constructor(counter) {
    this.counter = counter;
    this.#countThen = counter.count;
  }

  /** Windows as the service had them when the count was `countThen`. */
  read(windows, countThen) {
    this.windows = windows.map(({ start, count, settled }) => ({
      start: Date.parse(start),
      count: BigInt(count),
      settled,
    }));
    this.#countThen = countThen;
  }

  /** Windows `{start, count, settled}` up to now; `next(start)` tells when the one after a window starts. */
  until(now, next) {
    const windows = this.windows.slice();
    if (windows.length === 0) {
      return windows;
    }
    for (let start = next(windows.at(-1).start); start <= now; start = next(start)) {
      windows.push({ start, count: 0n, settled: false });
    }
    const { count, answer } = this.counter;
    const since = count !== null && this.#countThen !== null ? count - this.#countThen : 0n;
    const last = windows.at(-1);
    windows[windows.length - 1] = { ...last, count: last.count + since };
    const until = answer?.settled?.until ? Date.parse(answer.settled.until) : -Infinity;
    return windows.map((window) =>
      window.settled || next(window.start) > until ? window : { ...window, settled: true },
    );
  }
}

/** The past of the counters that are looked at: read once for a range, continued by their counts, read again as windows end. */
export class History {
  granularity = null;
  /** Whether windows are days of the browser's zone, and not of UTC. */
  local = false;
  #pasts = [];
  #range;
  #refresher;
  #changed;
  #rest = null;

  /** `report(problem)` hears of failures; `changed()` is called when there is more of it. */
  constructor(report, changed) {
    this.#changed = changed;
    this.#refresher = new Refresher(() => this.#read(), LEAST_MS, (problem) =>
      // A namespace may not keep such windows any more: then there is no such chart, that is all.
      report(problem?.temporary ? problem : null),
    );
  }

  /** Shows these counters of one namespace, that keeps these windows; days are of `utc`, or of the browser's zone. */
  show(counters, range, kept, utc) {
    this.#range = range;
    this.granularity = granularityOf(range, kept);
    this.local = this.granularity === "day" && !utc && hasLocalDays(range, kept);
    this.#pasts = counters.map((counter) => new Past(counter));
    this.retry();
  }

  /** A count has moved. */
  moved() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.retry(), AT_REST_MS);
  }

  retry() {
    clearTimeout(this.#rest);
    this.#refresher.reset();
    if (this.#pasts.length > 0 && this.granularity) {
      this.#refresher.ask();
    }
  }

  /** What there is of each counter at a time: `{counter, windows}`. */
  at(now) {
    return this.#pasts.map((past) => ({
      counter: past.counter,
      windows: this.granularity ? past.until(now, (start) => this.next(start)) : [],
    }));
  }

  /** When the window after one that starts then starts, both in milliseconds. */
  next(start) {
    return nextStart(start, this.granularity, this.local);
  }

  async #read() {
    const pasts = this.#pasts;
    const { granularity, local } = this;
    const { from, to } = spanOf(this.#range, granularity, Date.now(), local);
    let answers;
    try {
      answers = await Promise.all(
        pasts.map(async ({ counter }) => {
          const { namespace, name } = counter;
          const zone = local ? ZONE : "UTC";
          const answer = await readWindows(namespace, name, granularity, from, to, zone);
          return { ...answer, countThen: counter.count };
        }),
      );
    } catch (problem) {
      if (!local || problem.status !== 400) {
        throw problem;
      }
      answers = null;
    }
    if (pasts !== this.#pasts) {
      return;
    }
    if (local && (!answers || answers.some(({ keptFrom }) => keptFrom))) {
      // the service does not know the zone, or keeps days longer than the hours that these are made of
      this.local = false;
      await this.#read();
      return;
    }
    pasts.forEach((past, i) => past.read(answers[i].windows, answers[i].countThen));
    this.#changed();
    const { to: end } = spanOf(this.#range, granularity, Date.now(), local);
    this.#refresher.ask(Math.min(end - Date.now() + AFTER_END_MS, LONGEST_MS));
  }
}
