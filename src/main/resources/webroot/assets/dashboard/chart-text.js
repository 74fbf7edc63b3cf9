import { formatShort } from "./numbers.js";

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
/** As far as an axis of eight characters tells values apart that are next to each other. */
const DISTINCT = 10_000n;
const LARGE = 1_000_000n;
/** What a double holds, with room for what is drawn between. */
const DOUBLE = 2n ** 50n;

const format = (options) => {
  const [local, utc] = [undefined, "UTC"].map((timeZone) => new Intl.DateTimeFormat("en-GB", { ...options, timeZone }));
  return (seconds, isUtc) => (isUtc ? utc : local).format(seconds * 1_000);
};
const second = format({ timeStyle: "medium" });
const minute = format({ timeStyle: "short" });
const dayMonth = format({ day: "numeric", month: "short" });
const month = format({ month: "short", year: "numeric" });
const year = format({ year: "numeric" });
const day = format({ dateStyle: "medium" });
const dayMinute = format({ dateStyle: "medium", timeStyle: "short" });

/** When that was, as exactly as it makes sense within a span, both in seconds. */
export const formatWhen = (seconds, span, utc) =>
  (span <= 1.1 * HOUR_SECONDS ? second : span <= 32 * DAY_SECONDS ? dayMinute : day)(seconds, utc);

/** The window that begins then, in seconds: of some length, where so much is shown. */
export function formatWindow(seconds, granularity, span, utc) {
  const names = { day, week: (...when) => `week of ${day(...when)}`, month };
  const name = names[granularity];
  return (name ? name(seconds, utc) : formatWhen(seconds, span, utc)) + (utc ? " UTC" : "");
}

/** From when to when, in milliseconds; or since when, where `to` is null. */
export function formatSpan(from, to, utc) {
  const isDay = (time) => minute(time / 1_000, utc) === "00:00";
  const days = isDay(from) && (to === null || isDay(to));
  const words = (time) => (days ? day : dayMinute)(time / 1_000, utc);
  return to === null ? `since ${words(from)}` : `from ${words(from)} to ${words(days ? to - 1 : to)}`;
}

const soon = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const SOON = [
  ["day", DAY_SECONDS],
  ["hour", HOUR_SECONDS],
  ["minute", 60],
];

/** A time to come, and how far it is away, both in milliseconds. */
export function formatSoon(time, now) {
  const seconds = Math.max(0, (time - now) / 1_000);
  const [unit, length] = SOON.find(([, one]) => seconds >= one) ?? SOON.at(-1);
  return `${dayMinute(time / 1_000)}, ${soon.format(Math.round(seconds / length), unit)}`;
}

/** From one day to another, both as "2026-01-31". */
export function formatDates(first, last) {
  const words = (text) => day(Date.parse(text) / 1_000, true);
  return first === last ? words(first) : `${words(first)} to ${words(last)}`;
}

/** The label of a tick, where ticks are so far apart, both in seconds; a day says which it is where it begins. */
export function formatTick(seconds, apart, utc) {
  if (apart >= 364 * DAY_SECONDS) {
    return year(seconds, utc);
  }
  if (apart >= 28 * DAY_SECONDS) {
    return month(seconds, utc);
  }
  if (apart >= DAY_SECONDS || minute(seconds, utc) === "00:00") {
    return dayMonth(seconds, utc);
  }
  return (apart < 60 ? second : minute)(seconds, utc);
}

/**
 * How counts are drawn, which may be larger than a double can hold: as how far they are above `base`. They are `relative`
 * where they are so close together that only that tells them apart, unless the axis begins at zero. Other numbers are drawn
 * as they are (`whole` is false).
 */
export function scaleOf(lines, fromZero) {
  const values = lines
    .flatMap(({ points }) => points.map(({ value }) => value))
    .filter((value) => value !== null);
  if (values.some((value) => typeof value === "number")) {
    return { base: 0, relative: false, whole: false };
  }
  if (fromZero) {
    return { base: 0n, relative: false, whole: true };
  }
  const least = values.reduce((a, b) => (b < a ? b : a), values[0] ?? 0n);
  const most = values.reduce((a, b) => (b > a ? b : a), values[0] ?? 0n);
  const size = (value) => (value < 0n ? -value : value);
  const relative = size(least) > LARGE && (most - least) * DISTINCT < size(least);
  const large = size(most) > DOUBLE || size(least) > DOUBLE;
  return { base: relative || large ? least : 0n, relative, whole: true };
}

/** The label of a tick of counts on such a scale. */
export function formatLevel(tick, { base, relative, whole }) {
  if (!whole) {
    return formatShort(tick);
  }
  if (!Number.isInteger(tick)) {
    return "";
  }
  return relative ? `+${formatShort(tick)}` : formatShort(BigInt(tick) + base);
}
