import { Calendar } from "./calendar.js";
import { formatDates } from "./chart-text.js";

/**
 * The spans of time that a chart shows: so many units up to the present one, or that which is `ago` units before it.
 * `words` follow a number, `before` names the span before.
 */
export const RANGES = [
  { key: "5m", label: "5 min", words: "in the last 5 minutes", before: "the 5 minutes before", unit: "minute", number: 5 },
  { key: "1h", label: "Hour", words: "in the last hour", before: "the hour before", unit: "minute", number: 60 },
  { key: "today", label: "Today", words: "today", before: "yesterday", unit: "day", number: 1 },
  { key: "yesterday", label: "Yesterday", words: "yesterday", before: "the day before", unit: "day", number: 1, ago: 1 },
  { key: "7d", label: "7 days", words: "in the last 7 days", before: "the 7 days before", unit: "day", number: 7 },
  { key: "30d", label: "30 days", words: "in the last 30 days", before: "the 30 days before", unit: "day", number: 30 },
  { key: "month", label: "Month", words: "this month", before: "last month", unit: "month", number: 1 },
  { key: "year", label: "Year", words: "this year", before: "last year", unit: "year", number: 1 },
  { key: "all", label: "All", words: "in all", before: "" },
];

/** The range that a page shows unless its address names another. */
export const USUAL_RANGE = "1h";

const DATES = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/;

/** The key of the days from one to another, both as "2026-01-31". */
export const keyOfDays = (first, last) => `${first}..${last}`;

/** The first and the last day of a key of days; null of another key, or where they are no days in order. */
export function daysOf(key) {
  const [, first, last] = DATES.exec(key ?? "") ?? [];
  return first && first <= last && isDay(first) && isDay(last) ? { first, last } : null;
}

/** Whether there is such a day, in a year that a counter may have. */
function isDay(text) {
  const time = Date.parse(`${text}T00:00:00Z`);
  return time >= 0 && new Date(time).toISOString().startsWith(text);
}

/** Whether an address may name a range so. */
export const isRange = (key) => RANGES.some((range) => range.key === key) || daysOf(key) !== null;

/** The range of such a key. */
export function rangeOfKey(key) {
  const days = daysOf(key);
  if (!days) {
    return RANGES.find((range) => range.key === key);
  }
  const words = formatDates(days.first, days.last);
  return { key, days, label: words, words, before: "as many days before" };
}

/** From when until when a range lasts, in milliseconds; `now` lies in it, unless it is over. */
export function boundsOf({ days, unit, number, ago = 0 }, calendar, now) {
  return days
    ? { from: calendar.of(days.first), to: calendar.start("day", calendar.of(days.last), 1) }
    : { from: calendar.start(unit, now, 1 - number - ago), to: calendar.start(unit, now, 1 - ago) };
}

/** The bounds of the range before one with some bounds; null where there is none. */
export function boundsBefore({ days, unit, number }, { from, to }, calendar) {
  if (days) {
    const [step, count] = stepsBetween(from, to, calendar);
    return { from: calendar.start(step, from, -count), to: from };
  }
  return unit ? { from: calendar.start(unit, from, -number), to: from } : null;
}

/** How many months there are between two days, or days where these are no whole months. */
function stepsBetween(from, to, calendar) {
  const step = [from, to].every((time) => calendar.start("month", time) === time) ? "month" : "day";
  let count = 0;
  for (let at = from; at < to; at = calendar.start(step, at, 1)) {
    count++;
  }
  return [step, count];
}

/** The present day, of a zone. */
export const today = (utc) => new Calendar(utc).dayOf(Date.now());
