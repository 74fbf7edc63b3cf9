import { pageOf, type Page } from "./admin/pages.js";
import { get, post, type Call } from "./call.js";
import type { Caller } from "./caller.js";
import { readCount, readRanking, readTotal, readWindows } from "./counts.js";
import { readSeries, readOneSeries, readTotalSeries, readWindowSeries } from "./counts.js";
import type { Count, Granularity, Labels, Ranking, Total, Window } from "./counts.js";
import type { Series, SeriesPage, TotalSeries, WindowSeries } from "./counts.js";
import { elements, members } from "./json.js";
import { byOf, counterPath, isAddressable, namespacePath, query, whereOf } from "./paths.js";
import { MOST_QUESTIONS, queried, type QueryRange, type QueryResult, type Question } from "./queries.js";
import { readSketchTotal, readSketchWindows, readWholeSketch } from "./sketches.js";
import type { CounterSketch, SketchParts, SketchTotal, SketchWindow } from "./sketches.js";

/** Most counters that one request asks for. */
const MOST_COUNTERS = 1_000;

/** A counter, and where it is. */
export interface CounterRef {
  readonly namespace: string;
  readonly counter: string;
}

/** Which series of a counter. */
export interface Chosen {
  readonly by?: readonly string[];
  readonly where?: Labels;
  readonly limit?: number;
}

/** What is asked of counters, and how. */
export class Reader {
  constructor(private readonly caller: Caller) {}

  async get(counter: CounterRef, where: Labels = {}): Promise<Count> {
    const of = whereOf(where);
    if (of === undefined && !isAddressable(counter.counter)) {
      return (await this.getMany([counter]))[0]!;
    }
    const path = counterPath(counter.namespace, counter.counter);
    return this.caller.ask(get(`${path}${query({ where: of })}`, readCount));
  }

  async sketch(counter: CounterRef, parts: SketchParts): Promise<CounterSketch> {
    const path = counterPath(counter.namespace, counter.counter);
    return this.caller.ask(get(`${path}${query(partsOf(parts))}`, readWholeSketch));
  }

  async getMany(counters: readonly CounterRef[]): Promise<Count[]> {
    return this.many(counters, readCount);
  }

  async sketchMany(counters: readonly CounterRef[]): Promise<CounterSketch[]> {
    return this.many(counters, readWholeSketch);
  }

  private async many<T>(counters: readonly CounterRef[], read: (one: unknown) => T): Promise<T[]> {
    return this.all(counters, MOST_COUNTERS, (some) => {
      const body = JSON.stringify({ counters: some.map(({ namespace, counter }) => ({ namespace, counter })) });
      return post("/v1/counts", body, (answer) => {
        const found = elements(members(answer, "the answer")["counts"], "counts");
        if (found.length !== some.length) {
          throw new TypeError("the answer has not as many counts as were asked for");
        }
        return found.map(read);
      });
    });
  }

  async query(questions: readonly Question[], common: QueryRange): Promise<QueryResult[]> {
    return this.all(questions, MOST_QUESTIONS, (some) => queried(some, common));
  }

  private async all<Q, T>(asked: readonly Q[], most: number, call: (some: readonly Q[]) => Call<T[]>): Promise<T[]> {
    const all: T[] = [];
    for (let from = 0; from < asked.length; from += most) {
      all.push(...(await this.caller.ask(call(asked.slice(from, from + most)))));
    }
    return all;
  }

  async windows(
    counter: CounterRef,
    range: QueryRange & { granularity: Granularity },
  ): Promise<Window[]> {
    const path = counterPath(counter.namespace, counter.counter);
    return this.caller.ask(get(`${path}/windows${query(windowsOf(range))}`, readWindows));
  }

  async sketchWindows(
    counter: CounterRef,
    range: QueryRange & SketchParts & { granularity: Granularity },
  ): Promise<SketchWindow[]> {
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ ...windowsOf(range), ...partsOf(range) });
    return this.caller.ask(get(`${path}/windows${parameters}`, readSketchWindows));
  }

  async sketchTotal(
    counter: CounterRef,
    range: QueryRange & SketchParts,
  ): Promise<SketchTotal> {
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ ...rangeOf(range), ...partsOf(range) });
    return this.caller.ask(get(`${path}/total${parameters}`, readSketchTotal));
  }

  async total(
    counter: CounterRef,
    range: QueryRange,
  ): Promise<Total> {
    const path = counterPath(counter.namespace, counter.counter);
    return this.caller.ask(get(`${path}/total${query(rangeOf(range))}`, readTotal));
  }

  async series(counter: CounterRef, of: Chosen): Promise<Series[]> {
    const path = counterPath(counter.namespace, counter.counter);
    return this.caller.ask(get(`${path}${query(chosen(of))}`, readSeries));
  }

  async seriesPage(counter: CounterRef, of: Chosen, after: string | undefined): Promise<SeriesPage> {
    const { entries, ...next } = await this.caller.ask(this.seriesOf(counter, of, { limit: of.limit, after }));
    return { series: entries, ...next };
  }

  seriesOf(
    counter: CounterRef,
    of: Chosen,
    page: { limit: number | undefined; after: string | undefined },
  ): Call<Page<Series>> {
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ ...chosen(of), order: "name", ...page });
    return get(`${path}${parameters}`, pageOf("series", readOneSeries));
  }

  async windowSeries(
    counter: CounterRef,
    of: QueryRange & Chosen & { granularity: Granularity },
  ): Promise<WindowSeries[]> {
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ ...windowsOf(of), ...chosen(of) });
    return this.caller.ask(get(`${path}/windows${parameters}`, readWindowSeries));
  }

  async totalSeries(
    counter: CounterRef,
    of: QueryRange & Chosen,
  ): Promise<TotalSeries[]> {
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ ...rangeOf(of), ...chosen(of) });
    return this.caller.ask(get(`${path}/total${parameters}`, readTotalSeries));
  }

  async top(
    namespace: string,
    of: QueryRange & { n?: number; prefix?: string; granularity?: Granularity; window?: Date | string },
  ): Promise<Ranking> {
    const { n, prefix, granularity, window, range, tz } = of;
    const path = `${namespacePath(namespace)}/top${query({ n, prefix, granularity, window, range, tz })}`;
    return this.caller.ask(get(path, readRanking));
  }
}

function chosen({ by = [], where = {}, limit }: Chosen): Record<string, string | number | undefined> {
  return { by: byOf(by, where), where: whereOf(where), limit };
}

function rangeOf({ range, from, to, tz, compare }: QueryRange): Record<string, string | Date | undefined> {
  return { range, from, to, tz, compare };
}

function windowsOf(
  of: QueryRange & { granularity: Granularity },
): Record<string, string | Date | undefined> {
  return { granularity: of.granularity, ...rangeOf(of) };
}

function partsOf({ ranks = [], n }: SketchParts): Record<string, string | number | undefined> {
  return { ranks: ranks.length === 0 ? undefined : ranks.join(","), n };
}
