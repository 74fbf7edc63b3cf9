const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** As many windows as the service gives in one answer. */
const MOST_WINDOWS = 10_000;
const FEW_WINDOWS = 400;
/** Where only a part of them is looked at. */
const FEW_FOR_A_PART = 2_000;

/** The time zone of the browser, as its days are asked for. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** How long the windows are; a day of a zone may be an hour longer or shorter. */
const LENGTHS = { minute: MINUTE, hour: HOUR, day: DAY };

/** The spans of time that a chart shows, up to now. */
export const RANGES = [
  { key: "5m", label: "5 min", span: 5 * MINUTE },
  { key: "1h", label: "1 h", span: HOUR },
  { key: "6h", label: "6 h", span: 6 * HOUR },
  { key: "1d", label: "1 day", span: DAY },
  { key: "7d", label: "7 days", span: 7 * DAY },
  { key: "30d", label: "30 days", span: 30 * DAY },
  { key: "1y", label: "1 year", span: 365 * DAY },
  { key: "all", label: "10 years", span: 3_653 * DAY },
];

/** What is shown of sketches where the chosen range cannot be. */
const USUAL_OF_SKETCHES = ["30d", "7d"];

/** The range that was chosen; of sketches one that can be shown, as an hour of them is one number. */
export function rangeOf(key, kind) {
  const [chosen, ...usual] = [key, ...USUAL_OF_SKETCHES].map((one) => RANGES.find((range) => range.key === one));
  const others = kind.hasCount || kind.windows.length === 0 ? [] : usual;
  return [chosen, ...others].find((range) => canShow(range, kind)) ?? chosen;
}

/** Whether counters of a kind can be shown over a range: sketches over few windows, as each is as much to read as a counter. */
export function canShow(range, { windows, hasCount }) {
  const granularity = granularityOf(range, windows);
  const number = range.span / LENGTHS[granularity];
  return granularity !== null && (hasCount || (number > 1 && number <= FEW_WINDOWS));
}

/**
 * The windows out of which a range can be shown, of those that a namespace keeps: the shortest of which it has few enough,
 * or those that come closest; null if there are none.
 */
export function granularityOf(range, kept) {
  const few = range.partial ? FEW_FOR_A_PART : FEW_WINDOWS;
  const number = (granularity) => range.span / LENGTHS[granularity];
  const able = Object.keys(LENGTHS).filter(
    (granularity) =>
      kept.includes(granularity) && number(granularity) < MOST_WINDOWS && number(granularity) >= 1,
  );
  return able.find((granularity) => number(granularity) <= few) ?? able.at(-1) ?? null;
}

/**
 * The range that has a part of the time, `{from, to}` in seconds or null: the chosen one if it reaches so far, else the next
 * that does, since a part stays where it is while ranges move on with the time.
 */
export function rangeWith(range, part, now) {
  const age = part ? now - part.from * 1_000 : 0;
  return age <= range.span
    ? range
    : { ...(RANGES.find(({ span }) => age <= span) ?? RANGES.at(-1)), partial: true };
}

/** Whether the service can add up the days of the browser's zone, of the hours and minutes that a namespace keeps. */
export function hasLocalDays(range, kept) {
  const whole = new Date().getTimezoneOffset() % 60 === 0;
  const parts = whole ? 24 : 24 + 60;
  return (
    ZONE !== "UTC" &&
    kept.includes("hour") &&
    (whole || kept.includes("minute")) &&
    (range.span / DAY + 1) * parts <= MOST_WINDOWS
  );
}

/** When the window after that which starts then starts, in milliseconds; `local` days are those of the browser's zone. */
export function nextStart(start, granularity, local) {
  return local ? midnight(start, 1) : start + LENGTHS[granularity];
}

/** The start of a day of the browser's zone, so many days later. */
function midnight(time, days) {
  const day = new Date(time);
  day.setDate(day.getDate() + days);
  return day.setHours(0, 0, 0, 0);
}

/** From when on the windows are asked for, and until when, in milliseconds: whole windows, the present one included. */
export function spanOf(range, granularity, now, local) {
  const length = LENGTHS[granularity];
  const number = Math.ceil(range.span / length);
  if (local) {
    return { from: midnight(now, 1 - number), to: midnight(now, 1) };
  }
  const to = (Math.floor(now / length) + 1) * length;
  return { from: to - number * length, to };
}
