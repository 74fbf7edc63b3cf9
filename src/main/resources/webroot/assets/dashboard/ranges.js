import { formatDates } from "./chart-text.js";

/** The time zone of the browser. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The zone that the service is asked for. */
export const zoneOf = (utc) => (utc ? "UTC" : ZONE);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The spans of time that a chart shows, as the service is asked for them: by name, or by bounds. `ms` is about how long they are
 * at most. `after` is the time since, of one that is over. `words` follow a number, `before` names what it is compared with.
 */
export const RANGES = [
  { key: "5m", label: "5 min", words: "in the last 5 minutes", before: "the 5 minutes before", asked: { from: "-4m" }, ms: 5 * MINUTE_MS },
  { key: "1h", label: "Hour", words: "in the last hour", before: "the hour before", asked: { from: "-59m" }, ms: HOUR_MS },
  { key: "today", label: "Today", words: "today", before: "the same stretch of yesterday", ms: DAY_MS },
  { key: "yesterday", label: "Yesterday", words: "yesterday", before: "the day before", ms: DAY_MS, after: "today" },
  { key: "7d", label: "7 days", words: "in the last 7 days", before: "the same stretch of the 7 days before", ms: 7 * DAY_MS },
  { key: "30d", label: "30 days", words: "in the last 30 days", before: "the same stretch of the 30 days before", ms: 30 * DAY_MS },
  { key: "month", label: "Month", words: "this month", before: "the same stretch of last month", ms: 31 * DAY_MS },
  { key: "year", label: "Year", words: "this year", before: "the same stretch of last year", ms: 366 * DAY_MS, isOfMonths: true },
  { key: "all", label: "All", words: "", before: "", ms: 0 },
].map((range) => ({ asked: range.key, ...range }));

/** The range that a page shows unless its address names another. */
export const USUAL_RANGE = "1h";

/** What is shown where the chosen range cannot be. */
const OTHERS = ["30d", "7d", "today", "month", "year", "all"];

const DATES = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/;

/** The key of the days from one to another, both as "2026-01-31". */
export const keyOfDays = (first, last) => `${first}..${last}`;

/** The first and the last day of a key of days; null of another key, or where they are no days in order. */
export function daysOf(key) {
  const [, first, last] = DATES.exec(key ?? "") ?? [];
  return first && first <= last && isDay(first) && isDay(last) ? { first, last } : null;
}

/** Whether there is such a day, in a year that a counter may have. */
const isDay = (text) => Date.parse(text) >= 0 && dateOf(Date.parse(text)) === text;

const dateOf = (time) => new Date(time).toISOString().slice(0, 10);

const dayAfter = (text) => dateOf(Date.parse(text) + DAY_MS);

/** The present day of a zone, as "2026-01-31". */
export const today = (tz) => new Intl.DateTimeFormat("sv", { timeZone: tz }).format();

/** Whether an address may name a range so. */
export const isRange = (key) => RANGES.some((range) => range.key === key) || daysOf(key) !== null;

function rangeOfKey(key, tz) {
  const days = daysOf(key);
  return days ? rangeOfDays(key, days, tz) : RANGES.find((range) => range.key === key);
}

function rangeOfDays(key, { first, last }, tz) {
  const end = dayAfter(last);
  const isOver = last < today(tz);
  const label = formatDates(first, last);
  return {
    key,
    label,
    words: first === last ? `on ${label}` : `from ${label}`,
    before: isOver ? "as many days before" : "as much time before",
    asked: { from: first, ...(isOver && { to: end }) },
    after: isOver ? { from: end } : undefined,
    ms: Math.max(0, Date.parse(end) - Date.parse(first)),
    isOfMonths: [first, end].every((day) => day.endsWith("-01")),
    isToCome: first > today(tz),
  };
}

/** The range that was chosen, or one that can be shown of such counters. */
export function rangeFor(key, kind, tz) {
  const chosen = rangeOfKey(key, tz);
  const others = OTHERS.map((other) => rangeOfKey(other, tz));
  return [chosen, ...others].find((range) => canShow(range, kind)) ?? chosen;
}

/** A part of the time, `{from, to}` in seconds, as far as it has begun; null where it has not. */
export function rangeOfPart({ from, to }, now) {
  const end = Math.min(to * 1_000, now);
  const iso = (time) => new Date(time).toISOString();
  return end > from * 1_000
    ? { words: "", before: "", asked: { from: iso(from * 1_000), to: iso(end) }, ms: end - from * 1_000 }
    : null;
}

/** Of which one answer adds up windows, by what is stored together: hours of minutes, days of hours, months of days. */
const MOST_STORED = 900;
const STORED_MS = { minute: HOUR_MS, hour: DAY_MS, day: 30 * DAY_MS };
const KEPT_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const longestOf = ({ windows }) => Object.keys(KEPT_MS).findLast((one) => windows.includes(one));

/** Whether counters of a kind can be shown over a range. */
export function canShow({ ms, key, isToCome }, kind) {
  const longest = longestOf(kind);
  const isLong = key === "all" || ms >= DAY_MS || kind.windows.includes("minute");
  return longest !== undefined && isLong && ms / STORED_MS[longest] <= MOST_STORED && !isToCome;
}

/** All of the time, as far back as it can be read. */
export const allOf = (kind) => ({ minute: { from: "-30d" }, hour: { from: "-2y" }, day: "all" })[longestOf(kind)];

/** As many bars can be told apart; and of days that do not make up months. */
const MOST_BARS = 100;
const MOST_DAYS = 400;

/** The shortest windows that are kept, or can be added up, of which there are few enough in so much time. */
export function granularityOf({ ms, isOfMonths }, { windows }) {
  const fitting = Object.keys(KEPT_MS).find((one) => windows.includes(one) && ms / KEPT_MS[one] <= MOST_BARS);
  const areDaysFew = windows.includes("day") && ms / DAY_MS <= MOST_DAYS;
  const longest = ms < 7 * DAY_MS ? longestOf({ windows }) : ms / DAY_MS <= 7 * MOST_BARS ? "week" : "month";
  return fitting ?? (isOfMonths ? "month" : areDaysFew ? "day" : longest);
}
