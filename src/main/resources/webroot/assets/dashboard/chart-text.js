import { formatShort } from "./numbers.js";

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
/** As far as an axis of eight characters tells values apart that are next to each other. */
const DISTINCT = 10_000n;
const LARGE = 1_000_000n;
/** What a double holds, with room for what is drawn between. */
const DOUBLE = 2n ** 50n;

const format = (options) => new Intl.DateTimeFormat("en-GB", options);
const second = format({ timeStyle: "medium" });
const minute = format({ timeStyle: "short" });
const dayMonth = format({ day: "numeric", month: "short" });
const month = format({ month: "short", year: "numeric" });
const day = format({ dateStyle: "medium" });
const dayMinute = format({ dateStyle: "medium", timeStyle: "short" });
const utcDay = format({ dateStyle: "medium", timeZone: "UTC" });
const utcDayMonth = format({ day: "numeric", month: "short", timeZone: "UTC" });
const utcMonth = format({ month: "short", year: "numeric", timeZone: "UTC" });

/** When that was, as exactly as it makes sense within a span, both in seconds. */
export const formatWhen = (seconds, span) =>
  (span <= 1.1 * HOUR_SECONDS ? second : span <= 32 * DAY_SECONDS ? dayMinute : day).format(
    seconds * 1_000,
  );

/** Which day begins then, in seconds. */
export const formatDay = (seconds) => day.format(seconds * 1_000);

/** Which day of UTC begins then, in seconds. */
export const formatUtcDay = (seconds) => `${utcDay.format(seconds * 1_000)} UTC`;

/** The label of a tick at which a day of UTC begins; none where none does. */
export function formatUtcTick(seconds, apart) {
  if (seconds % DAY_SECONDS !== 0) {
    return "";
  }
  return (apart >= 28 * DAY_SECONDS ? utcMonth : utcDayMonth).format(seconds * 1_000);
}

/** The label of a tick, where ticks are so far apart, both in seconds; a day says which it is where it begins. */
export function formatTick(seconds, apart) {
  const time = seconds * 1_000;
  if (apart >= 28 * DAY_SECONDS) {
    return month.format(time);
  }
  if (apart >= DAY_SECONDS || minute.format(time) === "00:00") {
    return dayMonth.format(time);
  }
  return (apart < 60 ? second : minute).format(time);
}

/**
 * How counts are drawn, which may be larger than a double can hold: as how far they are above `base`. They are `relative`
 * where they are so close together that only that tells them apart. Other numbers are drawn as they are (`whole` is false).
 */
export function scaleOf(lines) {
  const values = lines
    .flatMap(({ points }) => points.map(({ value }) => value))
    .filter((value) => value !== null);
  if (values.some((value) => typeof value === "number")) {
    return { base: 0, relative: false, whole: false };
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
