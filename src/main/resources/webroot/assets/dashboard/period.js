import { Calendar, LENGTHS, ZONE } from "./calendar.js";
import { formatSpan } from "./chart-text.js";
import { RANGES, boundsBefore, boundsOf, rangeOfKey } from "./ranges.js";

/** As many windows as the service gives in one answer, and as it adds up for it. */
const MOST_WINDOWS = 10_000;

/** Of which one answer adds up windows: hours of minutes, days of hours. */
const MOST_PARTITIONS = 2_000;

/** As many bars can be told apart, and are as wide as can be seen. */
const MOST_BARS = 100;
/** Of days that do not make up weeks or months. */
const MOST_DAYS = 400;
/** So far back all is looked for. */
const ALL_MS = 3_653 * LENGTHS.day;
/** What is shown where the chosen range cannot be. */
const OTHERS = ["30d", "7d", "today", "month", "year", "all"];
const KEPT = ["minute", "hour", "day"];

/** The time that charts show: whole windows of one length, from when until when. Times are in milliseconds. */
class Period {
  constructor(range, granularity, calendar, { from, to }) {
    this.range = range;
    this.granularity = granularity;
    this.calendar = calendar;
    this.from = calendar.start(granularity, from);
    this.to = calendar.start(granularity, to - 1, 1);
  }

  /** When the window after one that starts then starts. */
  next(start) {
    return this.calendar.start(this.granularity, start, 1);
  }

  isOver(now) {
    return this.to <= now;
  }

  /** What is to be read of it: windows have not begun yet that are after the present one. */
  read(now) {
    const to = Math.min(this.to, this.calendar.start(this.granularity, now, 1));
    return { from: this.from, to, tz: this.calendar.zone };
  }

  /** The period before it; null where there is none. */
  get previous() {
    const bounds = boundsBefore(this.range, this, this.calendar);
    return bounds && new Period(this.range, this.granularity, this.calendar, bounds);
  }

  /** What follows a number, such as "today". */
  get words() {
    const { unit, key, words } = this.range;
    return unit ? words : formatSpan(this.from, key === "all" ? null : this.to, this.calendar.utc);
  }
}

/** The range that was chosen, or one that can be shown of such counters. */
export function rangeFor(key, kind, now) {
  const chosen = rangeOfKey(key);
  const can = (range) => canShow(range, kind, now);
  return kind.windows.length === 0 || can(chosen) ? chosen : (OTHERS.map(rangeOfKey).find(can) ?? chosen);
}

/** Whether counters of a kind can be shown over a range. */
export const canShow = (range, kind, now) => periodOf({ range, zoom: null, utc: true }, kind, now) !== null;

/**
 * The period of a range, or of a part of the time, `{from, to}` in seconds: of the browser's zone, or of UTC; null where no
 * such windows are kept. All is what there is since counters have `begun`, or as far back as can be read.
 */
export function periodOf({ range, zoom, utc }, kind, now, begun = -Infinity) {
  const whole = range.key === "all" ? periodOfAll(kind, utc, now, begun) : periodOfRange(range, kind, utc, now);
  if (!zoom) {
    return whole;
  }
  const bounds = { from: zoom.from * 1_000, to: Math.min(zoom.to * 1_000, now) };
  const part = bounds.from < bounds.to ? fitting({ words: "" }, bounds, kind, utc) : null;
  const isWithin = whole && part && part.from >= whole.from && part.granularity === whole.granularity;
  return isWithin ? whole : (part ?? whole);
}

function periodOfRange(range, kind, utc, now) {
  const bounds = (calendar) => boundsOf(range, calendar, now);
  return bounds(new Calendar(utc)).from > now ? null : fitting(range, bounds, kind, utc);
}

function periodOfAll(kind, utc, now, begun) {
  const longest = KEPT.findLast((one) => kind.windows.includes(one));
  const most = Math.min(ALL_MS, (MOST_WINDOWS - 1) * LENGTHS[longest]);
  const all = RANGES.find(({ key }) => key === "all");
  return longest ? fitting(all, { from: Math.max(begun, now - most), to: now }, kind, utc) : null;
}

/** Bounds are `{from, to}`, or a function of the calendar. */
function fitting(range, bounds, kind, utc) {
  const at = typeof bounds === "function" ? bounds : () => bounds;
  const local = new Calendar(utc);
  const span = at(local);
  const granularity = granularityOf(span, range, kind.windows, local);
  const isLocal = local.utc || LENGTHS[granularity] < LENGTHS.day || hasLocalDays(span, granularity, kind);
  const calendar = isLocal ? local : new Calendar(true);
  return granularity && new Period(range, granularity, calendar, at(calendar));
}

/** The shortest windows that are kept, or can be added up, of which there are few enough; null if there are none. */
function granularityOf({ from, to }, range, kept, calendar) {
  const longest = LENGTHS[KEPT.findLast((one) => kept.includes(one))];
  const number = (granularity) => (to - from) / LENGTHS[granularity];
  const isWhole = (granularity) => [from, to].every((time) => calendar.start(granularity, time) === time);
  const able = Object.keys(LENGTHS).filter(
    (one) =>
      (KEPT.includes(one) ? kept.includes(one) : (to - from) / longest < MOST_WINDOWS) &&
      number(one) < MOST_WINDOWS &&
      LENGTHS[one] <= LENGTHS[range.unit ?? "year"],
  );
  const isExact = (one) => !(range.days || range.unit) || KEPT.includes(one) || isWhole(one);
  const few = (one) => number(one) <= MOST_BARS && isExact(one);
  const fits = (one) => number(one) <= (one === "day" ? MOST_DAYS : MOST_BARS);
  return able.find(few) ?? able.find(fits) ?? able.at(-1) ?? null;
}

/** Whether the service can add up days of the browser's zone, of the hours and minutes that a namespace keeps. */
function hasLocalDays({ from, to }, granularity, { windows, state }) {
  const whole = new Date(from).getTimezoneOffset() % 60 === 0;
  // of a day its hours, and its first and last minutes; of a longer one those of its ends, and days
  const partitions = granularity === "day" ? (whole ? 1 : 2) : 5;
  return (
    // The states of frequent values are large: a day of a zone would be read out of those of 24 hours.
    state !== "top" &&
    ZONE !== "UTC" &&
    windows.includes("hour") &&
    (whole || windows.includes("minute")) &&
    ((to - from) / LENGTHS[granularity] + 1) * partitions <= MOST_PARTITIONS
  );
}
