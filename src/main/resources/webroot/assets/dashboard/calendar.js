const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The time zone of the browser. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** About how long windows are, in milliseconds, the shortest first. */
export const LENGTHS = {
  minute: MINUTE,
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30.44 * 24 * HOUR,
  year: 365.25 * 24 * HOUR,
};

/** Days, weeks, months and years of UTC, or of the browser's zone; minutes and hours are those of UTC. Times are in milliseconds. */
export class Calendar {
  constructor(utc) {
    this.utc = utc || ZONE === "UTC";
  }

  /** The zone, as the service is asked for it. */
  get zone() {
    return this.utc ? "UTC" : ZONE;
  }

  /** The start of the unit that holds a time, or of that which is `by` units later. */
  start(unit, time, by = 0) {
    if (unit === "minute" || unit === "hour") {
      return (Math.floor(time / LENGTHS[unit]) + by) * LENGTHS[unit];
    }
    const date = new Date(time);
    const [year, month, day, weekday] = this.utc
      ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCDay()]
      : [date.getFullYear(), date.getMonth(), date.getDate(), date.getDay()];
    switch (unit) {
      case "day":
        return this.#midnight(year, month, day + by);
      case "week":
        return this.#midnight(year, month, day - ((weekday + 6) % 7) + 7 * by);
      case "month":
        return this.#midnight(year, month + by, 1);
      default:
        return this.#midnight(year + by, 0, 1);
    }
  }

  /** The start of a day, of "2026-01-31". */
  of(text) {
    const [year, month, day] = text.split("-").map(Number);
    return this.#midnight(year, month - 1, day);
  }

  /** The day that holds a time, as "2026-01-31". */
  dayOf(time) {
    const offset = this.utc ? 0 : new Date(time).getTimezoneOffset() * MINUTE;
    return new Date(time - offset).toISOString().slice(0, 10);
  }

  #midnight(year, month, day) {
    return this.utc ? Date.UTC(year, month, day) : new Date(year, month, day).getTime();
  }
}
