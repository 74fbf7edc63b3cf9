import { post, type Call } from "./call.js";
import { readRanking, readSeries, readTotal, readTotalSeries, readWindowSeries, readWindows } from "./counts.js";
import type { Granularity, Labels, RankedCounter, Series, Total, TotalSeries, Window, WindowSeries } from "./counts.js";
import { problemError, type Problem } from "./errors.js";
import { list, optional, text as given, texts, type Names } from "./given.js";
import { date, elements, integer, members, text, type Members } from "./json.js";
import { when } from "./parameters.js";
import { readSketch, readSketchTotal, readSketchWindows } from "./sketches.js";
import type { Sketch, SketchTotal, SketchWindow } from "./sketches.js";

/** Most questions that one request asks. */
export const MOST_QUESTIONS = 100;

/** A range of the calendar, which begins and ends in a time zone. */
export type RangeName =
  | "today"
  | "yesterday"
  | "24h"
  | "7d"
  | "30d"
  | "week"
  | "last-week"
  | "month"
  | "last-month"
  | "year"
  | "all";

/** A range of time: a name, or bounds, which may be as `-7d` and `now`. */
export interface QueryRange {
  readonly range?: RangeName;
  readonly from?: Date | string;
  /** Exclusive; now unless given. */
  readonly to?: Date | string;
  /** In which days and ranges begin, such as `Europe/Zurich`; UTC unless given. */
  readonly tz?: string;
  /** Also the range before. */
  readonly compare?: "previous";
}

/** A question to a counter, to all counters with a prefix, or, without either, to a namespace. */
export interface Question extends QueryRange {
  /** Says which result is its own. */
  readonly id: string;
  readonly ask: "count" | "total" | "windows" | "series" | "top";
  /** Without it, the namespace of the options, or of the client. */
  readonly namespace?: string;
  readonly counter?: string;
  readonly prefix?: string;
  /** Of windows. */
  readonly granularity?: Granularity;
  readonly by?: readonly string[];
  /** The values that labels must have. */
  readonly where?: Labels;
  /** At most so many, the largest. */
  readonly limit?: number;
}

/** The range, zone, comparison and namespace of questions without their own. */
export interface QueryOptions extends QueryRange {
  readonly namespace?: string;
}

const RANGE: Names<QueryRange> = { range: true, from: true, to: true, tz: true, compare: true };
export const QUERY: Names<QueryOptions> = { namespace: true, ...RANGE };
export const QUESTION: Names<Question> = {
  id: true,
  ask: true,
  namespace: true,
  counter: true,
  prefix: true,
  granularity: true,
  by: true,
  where: true,
  limit: true,
  ...RANGE,
};

/**
 * The result of one question. Each method answers what the read of the same name does; it throws the problem of a
 * question that has one, and a TypeError where the question asked for something else.
 */
export class QueryResult {
  constructor(
    readonly id: string,
    /** Why the question was not answered; absent if it was. */
    readonly problem: Problem | undefined,
    private readonly json: Members,
  ) {}

  /** The exact count; of a prefix or namespace the sum. */
  count(): bigint {
    return integer(this.answer()["count"], "count");
  }

  /** How many events were counted. */
  events(): bigint {
    return integer(this.answer()["events"], "events");
  }

  /** How many counters of a prefix or namespace the count is the sum of. */
  counters(): number {
    return Number(integer(this.answer()["counters"], "counters"));
  }

  /** The result of kind `sketch`. */
  sketch(): Sketch {
    return readSketch(this.answer());
  }

  total(): Total {
    return readTotal(this.answer()["total"]);
  }

  totalSeries(): TotalSeries[] {
    return readTotalSeries(this.answer()["total"] ?? this.json);
  }

  sketchTotal(): SketchTotal {
    return readSketchTotal(this.answer()["total"]);
  }

  windows(): Window[] {
    return readWindows(this.answer());
  }

  windowSeries(): WindowSeries[] {
    return readWindowSeries(this.answer());
  }

  sketchWindows(): SketchWindow[] {
    return readSketchWindows(this.answer());
  }

  /** Where the windows begin that are still kept; undefined if none of the range are left out. */
  keptFrom(): Date | undefined {
    const from = this.answer()["keptFrom"];
    return from === undefined ? undefined : date(from, "keptFrom");
  }

  series(): Series[] {
    return readSeries(this.answer());
  }

  top(): readonly RankedCounter[] {
    return readRanking(this.answer()).counters;
  }

  private answer(): Members {
    if (this.problem !== undefined) {
      throw problemError(this.problem);
    }
    return this.json;
  }
}

/** The request with some questions, each with its namespace. */
export function queried(questions: readonly Question[], common: QueryRange): Call<QueryResult[]> {
  const body = JSON.stringify({ ...rangeOf(common), queries: questions.map(bodyOf) });
  return post("/v1/query", body, (answer) => {
    const results = elements(members(answer, "the answer")["results"], "results");
    if (results.length !== questions.length) {
      throw new TypeError("the answer has not as many results as there are questions");
    }
    return results.map(readResult);
  });
}

function bodyOf({ range, from, to, tz, compare, ...question }: Question): object {
  given("id", question.id);
  given("ask", question.ask);
  list("by", question.by ?? []).forEach((label) => given("by", label));
  texts("where", question.where ?? {});
  return { ...question, ...rangeOf({ range, from, to, tz, compare } as QueryRange) };
}

function rangeOf({ range, from, to, tz, compare }: QueryRange): object {
  optional("range", range, "string");
  const bounds = {
    ...(from === undefined ? {} : { from: when(from) }),
    ...(to === undefined ? {} : { to: when(to) }),
  };
  if (range !== undefined && Object.keys(bounds).length > 0) {
    throw new TypeError(`range is ${range}, and there are bounds: give one or the other`);
  }
  return { range: range ?? (Object.keys(bounds).length > 0 ? bounds : undefined), tz, compare };
}

function readResult(value: unknown): QueryResult {
  const json = members(value, "result");
  const status = Number(integer(json["status"], "status"));
  const words = (name: string): string => (typeof json[name] === "string" ? json[name] : "");
  const problem: Problem | undefined =
    status >= 200 && status < 300
      ? undefined
      : { type: words("type"), title: words("title"), status, detail: words("detail"), ...field(json) };
  return new QueryResult(text(json["id"], "id"), problem, json);
}

function field(json: Members): { field?: string } {
  return typeof json["field"] === "string" ? { field: json["field"] } : {};
}
