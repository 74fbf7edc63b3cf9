import { date, decimal, elements, integer, members, text, type Members } from "./json.js";

/** The length of a window; weeks begin on Monday. */
export type Granularity = "minute" | "hour" | "day" | "week" | "month" | "year";

/** An exact count: what is settled, and the tail of events since. */
export interface Count {
  readonly namespace: string;
  readonly counter: string;
  readonly count: bigint;
  /** How many events it is the sum of. */
  readonly events: bigint;
  /** The part that will not change; `until` is null before the first checkpoint. */
  readonly settled: { readonly count: bigint; readonly events: bigint; readonly until: Date | null };
  /** The events since; negative while a reset has not been settled. */
  readonly tail: { readonly count: bigint; readonly events: bigint };
  /** Of kind `linear`, the bounds of the count. */
  readonly min?: bigint;
  readonly max?: bigint;
  /** With a `period`, what may be added until it ends. */
  readonly remaining?: bigint;
  /** With a `period`, when it ends and the count begins again at 0. */
  readonly resets?: Date;
}

/** One minute, hour, day, week, month or year of a counter. */
export interface Window {
  readonly start: Date;
  /** The first time after it. */
  readonly end: Date;
  readonly count: bigint;
  readonly events: bigint;
  /** Whether nothing can change it any more. */
  readonly settled: boolean;
}

/** What a counter counted in a range of time. */
export interface Sum {
  readonly from: Date;
  /** The first time after it. */
  readonly to: Date;
  readonly count: bigint;
  readonly events: bigint;
  /** Whether nothing can change it any more. */
  readonly settled: boolean;
}

/** The sum of a range of time, and of the range before where it was asked for. */
export interface Total extends Sum {
  readonly previous?: Sum;
}

/** The values of labels by name. */
export type Labels = Readonly<Record<string, string>>;

/** The count of one series of a counter: of the events with these values of labels. */
export interface Series {
  readonly labels: Labels;
  readonly count: bigint;
  readonly events: bigint;
}

/** The series of one counter that is followed, the largest first. */
export interface CounterSeries {
  readonly namespace: string;
  readonly counter: string;
  readonly series: readonly Series[];
}

/** One page of the series of a counter, in the order of their labels. */
export interface SeriesPage {
  readonly series: readonly Series[];
  /** The `after` of the next page; absent of the last one. */
  readonly next?: string;
}

/** The windows of one series of a counter, oldest first. */
export interface WindowSeries {
  readonly labels: Labels;
  readonly windows: readonly Window[];
}

/** What one series of a counter counted in a range of time. */
export interface TotalSeries extends Total {
  readonly labels: Labels;
}

/** A counter in a ranking, with its settled count; of kind `sketch` with its estimate. */
export interface RankedCounter {
  readonly counter: string;
  /** Absent of kind `sketch`. */
  readonly count?: bigint;
  readonly events: bigint;
  /** Of kind `sketch`, unless its state is `top` or `quantiles`. */
  readonly estimate?: number;
  readonly lower?: number;
  readonly upper?: number;
}

/** The largest counters of a namespace. */
export interface Ranking {
  readonly counters: readonly RankedCounter[];
  /** How many were ranked. */
  readonly total?: number;
  /** Everything recorded before is in the counts. */
  readonly asOf?: Date;
}

/** Reads a count, in an answer or a live message; throws a TypeError if it is none. */
export function readCount(value: unknown): Count {
  const json = members(value, "the count");
  if (!("count" in json)) {
    throw new TypeError("there is no count; counters of kind sketch have none");
  }
  const settled = members(json["settled"], "settled");
  const tail = members(json["tail"], "tail");
  const until = settled["until"];
  return {
    namespace: text(json["namespace"], "namespace"),
    counter: text(json["counter"], "counter"),
    count: integer(json["count"], "count"),
    events: integer(json["events"], "events"),
    settled: {
      count: integer(settled["count"], "settled.count"),
      events: integer(settled["events"], "settled.events"),
      until: until === null || until === undefined ? null : date(until, "settled.until"),
    },
    tail: {
      count: integer(tail["count"], "tail.count"),
      events: integer(tail["events"], "tail.events"),
    },
    ...("min" in json ? { min: integer(json["min"], "min") } : {}),
    ...("max" in json ? { max: integer(json["max"], "max") } : {}),
    ...("remaining" in json ? { remaining: integer(json["remaining"], "remaining") } : {}),
    ...("resets" in json ? { resets: date(json["resets"], "resets") } : {}),
  };
}

export function readWindows(value: unknown): Window[] {
  return elements(members(value, "the answer")["windows"], "windows").map((window) => {
    const json = members(window, "window");
    return {
      start: date(json["start"], "start"),
      end: date(json["end"], "end"),
      count: integer(json["count"], "count"),
      events: integer(json["events"], "events"),
      settled: json["settled"] === true,
    };
  });
}

export function readTotal(value: unknown): Total {
  const json = members(value, "the answer");
  return {
    ...readSum(json),
    ...("previous" in json ? { previous: readSum(members(json["previous"], "previous")) } : {}),
  };
}

export function readSeries(value: unknown): Series[] {
  return seriesOf(value, readOneSeries);
}

export function readOneSeries(value: unknown): Series {
  const json = members(value, "series");
  return { ...readLabels(json), count: integer(json["count"], "count"), events: integer(json["events"], "events") };
}

export function readCounterSeries(value: unknown): CounterSeries {
  const json = members(value, "the message");
  const named = { namespace: text(json["namespace"], "namespace"), counter: text(json["counter"], "counter") };
  return { ...named, series: readSeries(json) };
}

export function readWindowSeries(value: unknown): WindowSeries[] {
  return seriesOf(value, (json) => ({ ...readLabels(json), windows: readWindows(json) }));
}

export function readTotalSeries(value: unknown): TotalSeries[] {
  return seriesOf(value, (json) => ({ ...readLabels(json), ...readTotal(json) }));
}

function seriesOf<T>(value: unknown, read: (json: Members) => T): T[] {
  const all = elements(members(value, "the answer")["series"], "series");
  return all.map((series) => read(members(series, "series")));
}

function readLabels(json: Members): { labels: Labels } {
  const labels = Object.entries(members(json["labels"], "labels"));
  return { labels: Object.fromEntries(labels.map(([label, of]) => [label, text(of, label)])) };
}

function readSum(json: Record<string, unknown>): Sum {
  return {
    from: date(json["from"], "from"),
    to: date(json["to"], "to"),
    count: integer(json["count"], "count"),
    events: integer(json["events"], "events"),
    settled: json["settled"] === true,
  };
}

export function readRanking(value: unknown): Ranking {
  const json = members(value, "the answer");
  const counters = elements(json["counters"], "counters").map((counter) => {
    const each = members(counter, "counter");
    return {
      counter: text(each["counter"], "counter"),
      ...("count" in each ? { count: integer(each["count"], "count") } : {}),
      events: integer(each["events"], "events"),
      ...((each["estimate"] ?? null) !== null
        ? {
            estimate: decimal(each["estimate"], "estimate"),
            lower: decimal(each["lower"], "lower"),
            upper: decimal(each["upper"], "upper"),
          }
        : {}),
    };
  });
  return {
    counters,
    ...("total" in json ? { total: Number(integer(json["total"], "total")) } : {}),
    ...("asOf" in json ? { asOf: date(json["asOf"], "asOf") } : {}),
  };
}
