import { query, questionOf } from "./api.js";
import { formatSpan } from "./chart-text.js";
import { allOf, granularityOf, rangeFor, rangeOfPart, today, zoneOf } from "./ranges.js";
import { Refresher } from "./refresher.js";
import { RANKS } from "./sketch-lines.js";

const LEAST_MS = 1_000;
/** A window that has just ended gets its last events while it is settled. */
const AFTER_END_MS = 3_000;
const LONGEST_MS = 300_000;
/** In every zone days begin with one of these. */
const QUARTER_MS = 900_000;
/** What was counted while it was read may be missing: it is read again when the count is at rest. */
const AT_REST_MS = 1_200;
/** How often what moves is read: of sketches more rarely, as these are merged. */
const MOVING_MS = 2_000;
const MOVING_SKETCH_MS = 5_000;
/** What is read of windows, by the state of a sketch. */
const PARAMETERS = { quantiles: { ranks: RANKS }, top: { n: 10 } };
/** Of what values there is a number that can be compared: counts, and of sketches these. */
const COMPARED = ["distinct", "sum"];

/**
 * The past of the counters that are looked at, as the service has it: windows and their total are answers to one request, which
 * says from when to when they are. It is read again as windows end, and while the counters move.
 */
export class History {
  /**
   * What is asked for: `{range, asked, tz, utc, granularity, day}`, the same object for as long as it is; null where no windows are
   * kept, undefined until it is known.
   */
  span;
  /** What the answers are of: `{from, to, keptFrom, words}`, times in milliseconds; null before. */
  period = null;
  /**
   * What there is of each counter: `{counter, windows, total, count, end}`. The count is that of this moment, `end` that at the
   * end of a period that is over.
   */
  pasts = [];
  /** The windows of the period before, of one counter. */
  before = [];
  /** Whether nothing has been read yet of what is shown. */
  isWaiting = false;
  #wanted = null;
  #of = "";
  #refresher;
  #changed;
  #turned;
  #rest = null;

  /** `report(problem)` hears of failures; `changed()` is called when there is more of it, `turned()` when another period has begun. */
  constructor(report, changed, turned) {
    this.#changed = changed;
    this.#turned = turned;
    this.#refresher = new Refresher(() => this.#read(), LEAST_MS, (problem) => {
      // A namespace may not keep such windows any more: then there is no such chart, that is all.
      report(problem?.temporary ? problem : null);
    });
  }

  /** Shows these counters of one kind over what is wanted: the range of a key or a part of the time, of UTC or the browser's zone. */
  show(counters, kind, { range, zoom, utc }) {
    const before = this.#wanted;
    const isSame = before?.kind === kind && counters.length === before.counters.length && counters.every((one, i) => one === before.counters[i]);
    if (isSame && JSON.stringify([range, zoom, utc]) === JSON.stringify([before.range, before.zoom, before.utc])) {
      return; // only drawn otherwise
    }
    this.#wanted = { counters, kind, range, zoom, utc };
    this.span = kind.windows.length > 0 ? undefined : null;
    this.period = null;
    this.pasts = counters.map((counter) => ({ counter, windows: [], total: null, count: null, end: null }));
    this.before = [];
    this.#of = "";
    this.isWaiting = this.span === undefined;
    this.#turned();
    this.retry();
  }

  /** A count has moved. */
  moved() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#ask(), AT_REST_MS);
    if (this.period) {
      this.#refresher.ask(this.#wanted.kind.hasCount ? MOVING_MS : MOVING_SKETCH_MS);
    }
  }

  retry() {
    clearTimeout(this.#rest);
    this.#refresher.reset();
    this.#ask();
  }

  /** Reads no more, until it shows counters again. */
  stop() {
    this.#wanted = null;
    this.retry();
  }

  #ask() {
    if (this.span !== null && this.#wanted) {
      this.#refresher.ask();
    }
  }

  /** What is asked for beside the windows. */
  get parameters() {
    return PARAMETERS[this.#wanted.kind.state];
  }

  async #read() {
    const wanted = this.#wanted;
    try {
      await this.#readAll(wanted);
    } catch (problem) {
      if (wanted === this.#wanted && problem.status === 400 && !wanted.utc) {
        await this.#readOfUtc();
      } else if (wanted === this.#wanted) {
        this.isWaiting &&= problem.temporary === true;
        throw problem;
      }
    }
  }

  /** There are no windows of the zone, or not of all the time: those that the namespace keeps are too long. */
  async #readOfUtc() {
    this.#wanted = { ...this.#wanted, utc: true };
    await this.#read();
  }

  async #readAll(wanted) {
    const span = this.span && isUpToDate(this.span, wanted) ? this.span : await this.#spanOf(wanted);
    const answers = await query(wanted.counters.flatMap((counter) => this.#questions(counter, wanted, span)));
    if (wanted !== this.#wanted) {
      return;
    }
    if (!span.utc && answers[0].keptFrom) {
      await this.#readOfUtc();
      return;
    }
    const each = answers.length / wanted.counters.length;
    this.pasts = wanted.counters.map((counter, i) => pastOf(counter, answers.slice(i * each, (i + 1) * each)));
    if (span.range.key === "all") {
      this.#cutEmpty();
    }
    const isOther = this.#show(span);
    this.#changed();
    if (isOther) {
      this.#turned();
    }
    const left = span.range.after ? QUARTER_MS - (Date.now() % QUARTER_MS) : Math.max(0, this.period.to - Date.now());
    this.#refresher.ask(Math.min(LONGEST_MS, left + AFTER_END_MS));
    await this.#readBefore(wanted, span);
  }

  /** All begins with the first window in which any of them has something. */
  #cutEmpty() {
    const begun = Math.min(...this.pasts.map(({ windows }) => windows.findIndex(isFilled)).filter((i) => i >= 0));
    this.pasts = this.pasts.map((past) => ({ ...past, windows: past.windows.slice(begun < Infinity ? begun : 0) }));
  }

  /** Takes the period of what was read; returns whether it is another one. */
  #show(span) {
    const [{ windows, total, keptFrom }] = this.pasts;
    const [from, to] = [windows[0]?.start ?? Date.parse(total.from), windows.at(-1)?.end ?? Date.parse(total.to)];
    const isOther = this.period?.from !== from || this.span?.granularity !== span.granularity;
    const isSince = span.range.key === "all";
    const isMissed = isSince && this.pasts.some(({ windows, total: { events } }) => sumOf(windows) !== BigInt(events));
    // Something was counted before all that was there: it begins earlier the next time.
    this.span = isMissed ? { ...span, isStale: true } : span;
    this.period = { from, to, keptFrom, words: span.range.words || formatSpan(from, isSince ? null : to, span.utc) };
    this.isWaiting = false;
    return isOther;
  }

  /**
   * What is to be asked. All begins where there is something, and a part of the time is that of the windows in which it lies:
   * both are known of the service.
   */
  async #spanOf(wanted) {
    const { counters, kind, zoom } = wanted;
    const tz = zoneOf(wanted.utc);
    const now = Date.now();
    const part = zoom && rangeOfPart(zoom, now);
    const range = part ?? rangeFor(wanted.range, kind, tz);
    const span = (asked, granularity) => ({ range, asked, tz, utc: tz === "UTC", granularity, day: today(tz) });
    if (range.asked !== "all" && !part) {
      return span(range.asked, granularityOf(range, kind));
    }
    const looked = { tz, granularity: part ? granularityOf(part, kind) : "month", range: part ? part.asked : allOf(kind) };
    const answers = await query(counters.map((counter) => questionOf(counter, "windows", looked)));
    const { windows, keptFrom } = answers[0];
    if (keptFrom && tz !== "UTC") {
      return this.#spanOf({ ...wanted, utc: true });
    }
    if (part) {
      const { from, to } = windows.length > 0 ? { from: windows[0].start, to: windows.at(-1).end } : part.asked;
      return { ...span({ from, to }, looked.granularity), range: { ...part, after: Date.parse(to) <= now ? { from: to } : undefined } };
    }
    if (windows.length === 0) {
      return span(looked.range, looked.granularity);
    }
    const begun = Math.min(...answers.map((answer) => Date.parse((answer.windows.find(isFilled) ?? answer.windows.at(-1)).start)));
    return span({ from: new Date(begun).toISOString() }, granularityOf({ ms: now - begun }, kind));
  }

  #questions(counter, { kind }, { range, asked, tz, granularity }) {
    const isCompared = range.before && (kind.hasCount || COMPARED.includes(kind.state));
    const span = { range: asked, tz, ...this.parameters };
    return [
      questionOf(counter, "windows", { ...span, granularity }),
      questionOf(counter, "total", { ...span, range: range.key === "all" ? allOf(kind) : asked, ...(isCompared && { compare: "previous" }) }),
      questionOf(counter, "count"),
      ...(range.after && kind.hasCount ? [questionOf(counter, "total", { ...span, range: range.after })] : []),
    ];
  }

  /** Reads the windows of the period before, as long as it is another one, for an outline. */
  async #readBefore({ counters }, span) {
    const { total } = this.pasts[0];
    const { from, to, events } = (counters.length === 1 && total.previous) || {};
    const of = JSON.stringify([from, to, events]);
    if (!from || total.keptFrom || BigInt(events) === 0n) {
      this.before = [];
    } else if (of !== this.#of) {
      const { tz, granularity } = span;
      const parameters = { range: { from, to }, tz, granularity, ...this.parameters };
      const [answer] = await query([questionOf(counters[0], "windows", parameters)]);
      if (span !== this.span) {
        return;
      }
      this.before = windowsOf(answer);
    }
    this.#of = of;
    this.#changed();
  }
}

/** Whether what is asked for is what is wanted: days end, and parts of the time. */
const isUpToDate = ({ isStale, day, tz, utc, range, asked }, wanted) =>
  !isStale && (utc || !wanted.utc) && day === today(tz) && (range.after !== undefined || !(Date.parse(asked.to) <= Date.now()));

const isFilled = ({ count, events }) => BigInt(count ?? 0) !== 0n || BigInt(events) !== 0n;

const sumOf = (windows) => windows.reduce((sum, { events }) => sum + BigInt(events), 0n);

const windowsOf = ({ windows }) =>
  windows.map(({ start, end, count, ...rest }) => ({
    ...rest,
    start: Date.parse(start),
    end: Date.parse(end),
    ...(count !== undefined && { count: BigInt(count) }),
  }));

function pastOf(counter, [answer, { total }, { count }, after]) {
  return {
    counter,
    windows: windowsOf(answer),
    total,
    keptFrom: answer.keptFrom ? Date.parse(answer.keptFrom) : null,
    count: count === undefined ? null : BigInt(count),
    end: after ? BigInt(count) - BigInt(after.total.count) : null,
  };
}
