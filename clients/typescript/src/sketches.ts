import { date, elements, integer, members, text, type Members } from "./json.js";

/** A number and its bounds, which are the same where it is exact. */
export interface Estimate {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** A result of kind `sketch`; the state of its namespace says which members it has. */
export interface Sketch {
  /** How many values. */
  readonly events: bigint;
  /** Of `sum`, `min`, `max` and `distinct`; null without values. */
  readonly estimate?: Estimate | null;
  /** Of `top`: the most frequent values, and how often each was recorded. */
  readonly items?: readonly { readonly item: string | number; readonly times: Estimate }[];
  /** Of `quantiles`: the value of each rank; null without values. */
  readonly quantiles?: readonly { readonly rank: number; readonly value: Estimate | null }[];
}

/** The parts of a sketch that are to be read; those that the service answers unless given. */
export interface SketchParts {
  /** Of state `quantiles`: from 0 to 1, at most 20. */
  readonly ranks?: readonly number[];
  /** Of state `top`: how many items, at most 100. */
  readonly n?: number;
}

/** One hour, day, week, month or year of a sketch. */
export interface SketchWindow extends Sketch {
  readonly start: Date;
  /** The first time after it. */
  readonly end: Date;
  /** Whether nothing can change it any more. */
  readonly settled: boolean;
}

/** A sketch in a range of time: of all of its values, not the sum of its windows. */
export interface SketchRange extends Sketch {
  readonly from: Date;
  /** The first time after it. */
  readonly to: Date;
  /** Whether nothing can change it any more. */
  readonly settled: boolean;
}

/** A range of time, and the range before where it was asked for. */
export interface SketchTotal extends SketchRange {
  readonly previous?: SketchRange;
}

/** What a counter of kind `sketch` has of all its values. */
export interface CounterSketch extends Sketch {
  readonly namespace: string;
  readonly counter: string;
}

/** Reads a sketch, in an answer or a live message; throws a TypeError if it is a count. */
export function readWholeSketch(value: unknown): CounterSketch {
  const json = members(value, "the sketch");
  if ("count" in json) {
    throw new TypeError("there is a count and no sketch; the namespace is not of kind sketch");
  }
  const named = { namespace: text(json["namespace"], "namespace"), counter: text(json["counter"], "counter") };
  return { ...named, ...readSketch(json) };
}

export function readSketchWindows(value: unknown): SketchWindow[] {
  return elements(members(value, "the answer")["windows"], "windows").map((window) => {
    const json = members(window, "window");
    return {
      start: date(json["start"], "start"),
      end: date(json["end"], "end"),
      ...readSketch(json),
      settled: json["settled"] === true,
    };
  });
}

export function readSketchTotal(value: unknown): SketchTotal {
  const json = members(value, "the answer");
  return {
    ...readRange(json),
    ...("previous" in json ? { previous: readRange(members(json["previous"], "previous")) } : {}),
  };
}

function readRange(json: Members): SketchRange {
  return {
    from: date(json["from"], "from"),
    to: date(json["to"], "to"),
    ...readSketch(json),
    settled: json["settled"] === true,
  };
}

export function readSketch(json: Members): Sketch {
  return {
    events: integer(json["events"], "events"),
    ...("estimate" in json ? { estimate: readEstimate(json, "estimate") } : {}),
    ...("items" in json ? { items: elements(json["items"], "items").map(readItem) } : {}),
    ...("quantiles" in json ? { quantiles: elements(json["quantiles"], "quantiles").map(readQuantile) } : {}),
  };
}

function readItem(value: unknown): { item: string | number; times: Estimate } {
  const json = members(value, "item");
  const times = readEstimate(json, "estimate");
  if (times === null) {
    throw new TypeError("an item has no estimate");
  }
  return { item: typeof json["item"] === "number" ? json["item"] : text(json["item"], "item"), times };
}

function readQuantile(value: unknown): { rank: number; value: Estimate | null } {
  const json = members(value, "quantile");
  return { rank: decimal(json["rank"], "rank"), value: readEstimate(json, "value") };
}

function readEstimate(json: Members, name: string): Estimate | null {
  return json[name] === null
    ? null
    : {
        estimate: decimal(json[name], name),
        lower: decimal(json["lower"], "lower"),
        upper: decimal(json["upper"], "upper"),
      };
}

/** A number; a long integer was left as a text of its digits. */
function decimal(value: unknown, name: string): number {
  const found = typeof value === "string" ? Number(value) : value;
  if (typeof found !== "number" || !Number.isFinite(found)) {
    throw new TypeError(`${name} is not a number`);
  }
  return found;
}
