import { LIST, type ListOptions } from "./admin/pages.js";
import type { Granularity, Labels } from "./counts.js";
import { list, shown, text, texts, within, type Names } from "./given.js";
import type { LiveOptions } from "./live/live.js";
import type { RangeName } from "./queries.js";
import type { Chosen } from "./reader.js";
import type { SketchParts } from "./sketches.js";

/** A counter: its name, in the namespace that the options or else the client say, or the two of them. */
export type CounterName = string | { readonly namespace?: string; readonly counter: string };

/** Where the counters are that are named without a namespace; that of the client, unless given. */
export interface NamespaceOptions {
  readonly namespace?: string;
}

export interface GetOptions extends NamespaceOptions {
  /** The values that labels must have: the count of one series. */
  readonly where?: Labels;
}

export interface AddOptions extends NamespaceOptions {
  /** What the event is known by, 1 to 256 bytes; a new one unless given. */
  readonly id?: string;
  /** How many happenings the event stands for: 1 to 10^6, 1 unless given. */
  readonly events?: number;
  /** When it happened, as far back as the lateness of the namespace allows; when it is recorded unless given. */
  readonly time?: Date | string;
  /** The values of labels of the namespace, by which its counters are broken down. */
  readonly labels?: Labels;
}

/** What an actor states of a counter of kind `latest`. */
export interface StateOptions extends NamespaceOptions {
  /** Who states it: 1 to 256 bytes. */
  readonly actor: string;
  /** Larger than the actor's last one; of all that were stated the largest stands. */
  readonly version: number | bigint;
  /** In whole: an integer from -10^15 to 10^15, also 0. */
  readonly value: number | bigint;
  /** A version by mistake, in whose place it stands. */
  readonly replaces?: number | bigint;
  /** When it was so, as far back as the lateness of the namespace allows. */
  readonly time?: Date | string;
}

export interface IncrementOptions extends NamespaceOptions {
  /** What the event is known by, 1 to 256 bytes; a new one unless given. */
  readonly id?: string;
  /** How many happenings the event stands for: 1 to 10^6, 1 unless given. */
  readonly events?: number;
  /** The least and the most that the count may be after it, besides the bounds of the namespace. */
  readonly min?: number | bigint;
  readonly max?: number | bigint;
}

export interface SketchOptions extends NamespaceOptions, SketchParts {}

/**
 * Which series of a counter: one for each combination of the values of the labels of `by`. Without `by`, the one series
 * of `where`. The namespace has to have a breakdown by exactly the labels of both.
 */
export interface Breakdown {
  readonly by?: readonly string[];
  /** The values that labels must have. */
  readonly where?: Labels;
  /** At most so many, the largest. */
  readonly limit?: number;
}

export interface SeriesOptions extends NamespaceOptions, Breakdown {}

export interface SeriesPageOptions extends SeriesOptions {
  /** The `next` of the page before; absent for the first page. */
  readonly after?: string;
}

/** Which series; of `by` and `where` as in {@link Breakdown}. */
export interface AllSeriesOptions extends NamespaceOptions, ListOptions {
  readonly by?: readonly string[];
  readonly where?: Labels;
}

/** Which series are followed, and how; of `by` and `where` as in {@link Breakdown}. */
export interface LiveSeriesOptions extends NamespaceOptions, LiveOptions {
  readonly by?: readonly string[];
  readonly where?: Labels;
}

/** Which counters. */
export interface CountersOptions extends NamespaceOptions, ListOptions {
  /** Only those whose names begin so. */
  readonly prefix?: string;
}

/** Which namespaces. */
export interface NamespacesOptions extends ListOptions {
  /** Only those whose names begin so. */
  readonly prefix?: string;
}

/** Which windows. Without a range, the last of them. Times may be as `-7d` and `now`. */
export interface WindowsOptions extends NamespaceOptions {
  readonly granularity: Granularity;
  /** Instead of `from` and `to`. */
  readonly range?: RangeName;
  readonly from?: Date | string;
  readonly to?: Date | string;
  /** In which days and longer windows begin, such as `Europe/Zurich`; UTC unless given. */
  readonly tz?: string;
}

/** Which range of time: a name, or whole minutes, or as `-7d` and `now`. */
export interface TotalOptions extends NamespaceOptions {
  /** Instead of `from` and `to`. */
  readonly range?: RangeName;
  /** Needed without `range`. */
  readonly from?: Date | string;
  /** Exclusive; now unless given. */
  readonly to?: Date | string;
  readonly tz?: string;
  /** Also the range before: as many months or days, or as long. */
  readonly compare?: "previous";
}

export interface WindowSeriesOptions extends WindowsOptions, Breakdown {}

export interface TotalSeriesOptions extends TotalOptions, Breakdown {}

export interface SketchWindowsOptions extends WindowsOptions, SketchParts {}

export interface SketchTotalOptions extends TotalOptions, SketchParts {}

export interface TopOptions extends NamespaceOptions {
  readonly n?: number;
  readonly prefix?: string;
  /** Of one window only: the present one, or that which begins at `window`. */
  readonly granularity?: Granularity;
  readonly window?: Date | string;
  /** Of a range only, instead of one window. */
  readonly range?: RangeName;
  /** In which days and longer windows begin, such as `Europe/Zurich`; UTC unless given. */
  readonly tz?: string;
}

export const COUNTER: Names<Exclude<CounterName, string>> = { counter: true, namespace: true };
export const NAMESPACE: Names<NamespaceOptions> = { namespace: true };
export const GET: Names<GetOptions> = { where: true, ...NAMESPACE };
export const STATE: Names<StateOptions> = {
  actor: true,
  version: true,
  value: true,
  replaces: true,
  time: true,
  ...NAMESPACE,
};
export const INCREMENT: Names<IncrementOptions> = { id: true, events: true, min: true, max: true, ...NAMESPACE };
export const SKETCH: Names<SketchOptions> = { ranks: true, n: true, ...NAMESPACE };
export const ADD: Names<AddOptions> = { id: true, events: true, time: true, labels: true, ...NAMESPACE };
const BOUNDS = { range: true, from: true, to: true, tz: true } as const;
export const WINDOWS: Names<WindowsOptions> = { granularity: true, ...BOUNDS, ...NAMESPACE };
export const TOTAL: Names<TotalOptions> = { ...BOUNDS, compare: true, ...NAMESPACE };
export const SERIES: Names<SeriesOptions> = { by: true, where: true, limit: true, ...NAMESPACE };
export const SERIES_PAGE: Names<SeriesPageOptions> = { after: true, ...SERIES };
export const ALL_SERIES: Names<AllSeriesOptions> = { by: true, where: true, ...LIST, ...NAMESPACE };
export const COUNTERS: Names<CountersOptions> = { prefix: true, ...LIST, ...NAMESPACE };
export const NAMESPACES: Names<NamespacesOptions> = { prefix: true, ...LIST };
export const SKETCH_WINDOWS: Names<SketchWindowsOptions> = { ...WINDOWS, ...SKETCH };
export const SKETCH_TOTAL: Names<SketchTotalOptions> = { ...TOTAL, ...SKETCH };
export const WINDOW_SERIES: Names<WindowSeriesOptions> = { ...WINDOWS, ...SERIES };
export const TOTAL_SERIES: Names<TotalSeriesOptions> = { ...TOTAL, ...SERIES };
export const TOP: Names<TopOptions> = {
  n: true,
  prefix: true,
  granularity: true,
  window: true,
  range: true,
  tz: true,
  ...NAMESPACE,
};
export const LIVE: Names<LiveOptions & NamespaceOptions> = {
  onError: true,
  onState: true,
  minIntervalMs: true,
  ...NAMESPACE,
};
export const LIVE_SERIES: Names<LiveSeriesOptions> = { by: true, where: true, ...LIVE };

/** Most series that one answer has. */
export const MOST_SERIES = 1_000;

/** Most items that one sketch has in an answer. */
const MOST_ITEMS = 100;

/** @throws TypeError or RangeError where the series that are asked for cannot be */
export function breakdown<T extends Chosen>(of: T): T {
  list("by", of.by ?? []).forEach((label) => text("by", label));
  texts("where", of.where ?? {});
  if (of.limit !== undefined) {
    within("limit", of.limit, 1, MOST_SERIES);
  }
  return of;
}

/** @throws TypeError where it is neither a text nor a date */
export function when(time: Date | string): string {
  if (time instanceof Date && !Number.isNaN(time.getTime())) {
    return time.toISOString();
  }
  if (typeof time !== "string") {
    throw new TypeError(`a time must be a Date, or a text such as 2026-01-01T12:00:00Z, not ${shown(time)}`);
  }
  return text("time", time);
}

/** @throws TypeError or RangeError where the parts of a sketch that are asked for cannot be */
export function parts<T extends SketchParts>(of: T): T {
  for (const rank of list("ranks", of.ranks ?? [])) {
    if (typeof rank !== "number" || !(rank >= 0 && rank <= 1)) {
      throw new RangeError(`ranks must be numbers from 0 to 1, not ${shown(rank)}`);
    }
  }
  if (of.n !== undefined) {
    within("n", of.n, 1, MOST_ITEMS);
  }
  return of;
}

/** @throws TypeError or RangeError where it is no integer that has all its digits */
export function whole(name: string, value: number | bigint): bigint {
  if (typeof value !== "bigint" && !Number.isInteger(value)) {
    throw new TypeError(`${name} must be an integer, not ${shown(value)}`);
  }
  const exact = BigInt(value);
  if (typeof value !== "bigint" && !Number.isSafeInteger(value)) {
    throw new RangeError(
      `${name} is ${exact}, and a number has all digits up to 2^53 - 1 only: write it as a bigint, such as ${exact}n`,
    );
  }
  return exact;
}
