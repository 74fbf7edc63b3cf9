import { readTotal, readWindows } from "./api.js";
import { Past, SketchPast } from "./past.js";
import { ZONE, granularityOf, hasLocalDays, nextStart, spanOf } from "./ranges.js";
import { Refresher } from "./refresher.js";
import { RANKS } from "./sketch-lines.js";

const LEAST_MS = 1_000;
/** A window that has just ended gets its last events while it is settled. */
const AFTER_END_MS = 3_000;
const LONGEST_MS = 300_000;
/** What was counted while windows were read may be missing in them: they are read again when the count is at rest. */
const AT_REST_MS = 1_200;
/** How often what moves is read, where counts do not say what windows have. */
const MOVING_MS = 5_000;
/** What is read of windows, by the state of a sketch. */
const PARAMETERS = { quantiles: { ranks: RANKS.join() }, top: { n: 10 } };

/**
 * The past of the counters that are looked at: read once for a range, continued by their counts, read again as windows end.
 * That of sketches is read again while they move, and for all of the range, too.
 */
export class History {
  granularity = null;
  /** Whether windows are days of the browser's zone, and not of UTC. */
  local = false;
  /** Whether nothing has been read yet of what is shown. */
  isWaiting = false;
  #pasts = [];
  #kind;
  #range;
  #refresher;
  #changed;
  #rest = null;

  /** `report(problem)` hears of failures; `changed()` is called when there is more of it. */
  constructor(report, changed) {
    this.#changed = changed;
    this.#refresher = new Refresher(() => this.#read(), LEAST_MS, (problem) => {
      this.isWaiting = false;
      // A namespace may not keep such windows any more: then there is no such chart, that is all.
      report(problem?.temporary ? problem : null);
    });
  }

  /** Shows these counters of one kind; days are of `utc`, or of the browser's zone. */
  show(counters, kind, range, utc) {
    this.#kind = kind;
    this.#range = range;
    this.granularity = granularityOf(range, kind.windows);
    // The states of frequent values are large: a day of a zone would be read out of those of 24 hours.
    const local = !utc && kind.state !== "top" && hasLocalDays(range, kind.windows);
    this.local = this.granularity === "day" && local;
    this.isWaiting = true;
    this.#pasts = counters.map((counter) => (kind.hasCount ? new Past(counter) : new SketchPast(counter)));
    this.retry();
  }

  /** A count has moved. */
  moved() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.retry(), AT_REST_MS);
    if (this.granularity && !this.#kind.hasCount) {
      this.#refresher.ask(MOVING_MS);
    }
  }

  retry() {
    clearTimeout(this.#rest);
    this.#refresher.reset();
    if (this.#pasts.length > 0 && this.granularity) {
      this.#refresher.ask();
    }
  }

  /** What there is of each counter at a time: `{counter, windows, total}`, a total of sketches only. */
  at(now) {
    return this.#pasts.map((past) => ({
      counter: past.counter,
      windows: this.granularity ? past.until(now, (start) => this.next(start)) : [],
      total: past.total ?? null,
    }));
  }

  /** When the window after one that starts then starts, both in milliseconds. */
  next(start) {
    return nextStart(start, this.granularity, this.local);
  }

  async #read() {
    const pasts = this.#pasts;
    const { granularity, local } = this;
    const span = { ...spanOf(this.#range, granularity, Date.now(), local), tz: local ? ZONE : "UTC" };
    let answers;
    try {
      answers = await Promise.all(pasts.map((past) => this.#readOne(past, span)));
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
    pasts.forEach((past, i) => past.read(answers[i], answers[i].countThen));
    this.#changed();
    const { to: end } = spanOf(this.#range, granularity, Date.now(), local);
    this.#refresher.ask(Math.min(end - Date.now() + AFTER_END_MS, LONGEST_MS));
  }

  async #readOne(past, span) {
    const { counter } = past;
    const parameters = PARAMETERS[this.#kind.state];
    const open = { ...span, from: past.openFrom(span.from) };
    const [answer, total] = await Promise.all([
      readWindows(counter, this.granularity, open, parameters),
      this.#kind.hasCount ? null : readTotal(counter, span, parameters),
    ]);
    return { ...answer, total, countThen: counter.count };
  }
}
