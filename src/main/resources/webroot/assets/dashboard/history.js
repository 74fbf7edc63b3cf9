import { readTotal, readWindows } from "./api.js";
import { Comparison } from "./comparison.js";
import { Past, SketchPast } from "./past.js";
import { periodOf } from "./period.js";
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
 * The past of the counters that are looked at: read once for a period, continued by their counts, read again as windows end.
 * That of sketches is read again while they move, and for all of the period, too.
 */
export class History {
  /** What the windows are of; null where none are kept. */
  period = null;
  /** Since when windows are kept, in milliseconds, where that is within the period; else null. */
  keptFrom = null;
  /** Whether nothing has been read yet of what is shown. */
  isWaiting = false;
  /** The period before, of one counter only. */
  comparison = new Comparison();
  #pasts = [];
  /** Those of which the last read was. */
  #asked = null;
  #kind;
  #wanted;
  /** Since when there is something in all windows, of which the first read asks. */
  #begun;
  #refresher;
  #comparing;
  #changed;
  #turned;
  #rest = null;

  /** `report(problem)` hears of failures; `changed()` is called when there is more of it, `turned()` when another period has begun. */
  constructor(report, changed, turned) {
    this.#changed = changed;
    this.#turned = turned;
    this.#refresher = new Refresher(() => this.#read(), LEAST_MS, (problem) => {
      this.isWaiting &&= this.#asked !== this.#pasts;
      // A namespace may not keep such windows any more: then there is no such chart, that is all.
      report(problem?.temporary ? problem : null);
    });
    // Without it there is still all that was asked for.
    this.#comparing = new Refresher(() => this.#compare(), LEAST_MS, () => {});
  }

  /** Shows these counters of one kind over what is wanted: a range or a part of the time, of UTC or the browser's zone. */
  show(counters, kind, { range, zoom, utc }) {
    this.#kind = kind;
    this.#wanted = { range, zoom, utc };
    this.#begun = undefined;
    this.period = this.#periodAt(Date.now());
    this.isWaiting = true;
    this.#turned();
    this.#pasts = counters.map((counter) => (kind.hasCount ? new Past(counter) : new SketchPast(counter)));
    this.comparison = new Comparison(counters.length === 1 ? counters[0] : null, kind);
    this.retry();
  }

  /** A count has moved. */
  moved() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.retry(), AT_REST_MS);
    if (this.period && !this.#kind.hasCount) {
      this.#refresher.ask(MOVING_MS);
    }
  }

  retry() {
    clearTimeout(this.#rest);
    this.#refresher.reset();
    this.#comparing.reset();
    if (this.#pasts.length > 0 && this.period) {
      this.#refresher.ask();
    }
  }

  /**
   * What there is of each counter at a time: `{counter, windows, total, end}`, a total of sketches only, and the count at the
   * end of a period that is over.
   */
  at(now) {
    return this.#pasts.map((past) => ({
      counter: past.counter,
      windows: this.period ? past.until(now, this.period) : [],
      total: past.total ?? null,
      end: past.end ?? null,
    }));
  }

  /** What is asked for beside the windows. */
  get parameters() {
    return PARAMETERS[this.#kind.state];
  }

  #periodAt(now) {
    return periodOf(this.#wanted, this.#kind, now, this.#begun);
  }

  async #read() {
    const pasts = this.#pasts;
    this.#asked = pasts;
    const now = Date.now();
    const period = this.#periodAt(now);
    const isOfZone = period.calendar.utc === false;
    const answers = await this.#readAll(pasts, period, now);
    if (pasts !== this.#pasts) {
      return;
    }
    if (isOfZone && (!answers || answers.some(({ keptFrom }) => keptFrom))) {
      // the service does not know the zone, or keeps days longer than the hours that these are made of
      this.#wanted = { ...this.#wanted, utc: true };
      await this.#read();
      return;
    }
    if (period.range.key === "all" && this.#narrows(answers, period, now)) {
      await this.#read();
      return;
    }
    const isOther = period.from !== this.period.from || period.to !== this.period.to;
    this.period = isOther ? period : this.period;
    this.keptFrom = answers[0].keptFrom ? Date.parse(answers[0].keptFrom) : null;
    pasts.forEach((past, i) => past.read(answers[i], answers[i].countThen));
    this.#changed();
    if (isOther) {
      this.#turned();
    }
    const end = period.calendar.start(period.granularity, Date.now(), 1);
    this.#refresher.ask(Math.min(end - Date.now() + AFTER_END_MS, LONGEST_MS));
    this.#comparing.ask();
  }

  async #compare() {
    await this.comparison.read(this.period, Date.now());
    this.#changed();
  }

  /** The answers for each counter; null where the service does not know the zone. */
  async #readAll(pasts, period, now) {
    try {
      return await Promise.all(pasts.map((past) => this.#readOne(past, period, now)));
    } catch (problem) {
      if (period.calendar.utc || problem.status !== 400) {
        throw problem;
      }
      return null;
    }
  }

  /** Whether there is less to be shown than was read, since its first windows are empty. */
  #narrows(answers, period, now) {
    const starts = answers.flatMap(({ windows }) => windows.filter(isFilled).map(({ start }) => Date.parse(start)));
    const begun = Math.min(now, ...starts);
    const narrows = begun > (this.#begun ?? -Infinity);
    this.#begun = Math.max(begun, this.#begun ?? -Infinity);
    const { granularity, from } = this.#periodAt(now);
    return narrows && (granularity !== period.granularity || from > period.from);
  }

  async #readOne(past, period, now) {
    const { counter } = past;
    const span = period.read(now);
    const { hasCount } = this.#kind;
    const open = { ...span, from: past.openFrom(span.from) };
    const { parameters } = this;
    const [answer, total, after] = await Promise.all([
      readWindows(counter, period.granularity, open, parameters),
      hasCount ? null : readTotal(counter, span, parameters),
      hasCount && period.isOver(now) ? readTotal(counter, { from: period.to, tz: span.tz }) : null,
    ]);
    return { ...answer, total, after: after && BigInt(after.count), countThen: counter.count };
  }
}

const isFilled = ({ count, events }) => BigInt(count ?? 0) !== 0n || BigInt(events) !== 0n;
