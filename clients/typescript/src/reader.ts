import { pageOf, type Page } from "./admin/pages.js";
import { get, post, type Call } from "./call.js";
import type { Caller } from "./caller.js";
import { readCount, readRanking, readTotal, readWindows } from "./counts.js";
import { readSeries, readOneSeries, readTotalSeries, readWindowSeries } from "./counts.js";
import type { Count, Granularity, Labels, Ranking, Total, Window } from "./counts.js";
import type { Series, SeriesPage, TotalSeries, WindowSeries } from "./counts.js";
import { elements, members } from "./json.js";
import { byOf, counterPath, isAddressable, namespacePath, query, whereOf } from "./paths.js";
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
    const all: T[] = [];
    for (let from = 0; from < counters.length; from += MOST_COUNTERS) {
      const some = counters.slice(from, from + MOST_COUNTERS);
      const body = JSON.stringify({ counters: some.map(({ namespace, counter }) => ({ namespace, counter })) });
      const call = post("/v1/counts", body, (answer) => {
        const found = elements(members(answer, "the answer")["counts"], "counts");
        if (found.length !== some.length) {
          throw new TypeError("the answer has not as many counts as were asked for");
        }
        return found.map(read);
      });
      all.push(...(await this.caller.ask(call)));
    }
    return all;
  }

  async windows(
    counter: CounterRef,
    range: { granularity: Granularity; from?: Date | string; to?: Date | string; tz?: string },
  ): Promise<Window[]> {
    const { granularity, from, to, tz } = range;
    const path = counterPath(counter.namespace, counter.counter);
    return this.caller.ask(get(`${path}/windows${query({ granularity, from, to, tz })}`, readWindows));
  }

  async sketchWindows(
    counter: CounterRef,
    range: SketchParts & { granularity: Granularity; from?: Date | string; to?: Date | string; tz?: string },
  ): Promise<SketchWindow[]> {
    const { granularity, from, to, tz } = range;
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ granularity, from, to, tz, ...partsOf(range) });
    return this.caller.ask(get(`${path}/windows${parameters}`, readSketchWindows));
  }

  async sketchTotal(
    counter: CounterRef,
    range: SketchParts & { from: Date | string; to?: Date | string; tz?: string; compare?: "previous" },
  ): Promise<SketchTotal> {
    const { from, to, tz, compare } = range;
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ from, to, tz, compare, ...partsOf(range) });
    return this.caller.ask(get(`${path}/total${parameters}`, readSketchTotal));
  }

  async total(
    counter: CounterRef,
    range: { from: Date | string; to?: Date | string; tz?: string; compare?: "previous" },
  ): Promise<Total> {
    const { from, to, tz, compare } = range;
    const path = counterPath(counter.namespace, counter.counter);
    return this.caller.ask(get(`${path}/total${query({ from, to, tz, compare })}`, readTotal));
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
    of: Chosen & { granularity: Granularity; from?: Date | string; to?: Date | string; tz?: string },
  ): Promise<WindowSeries[]> {
    const { granularity, from, to, tz } = of;
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ granularity, from, to, tz, ...chosen(of) });
    return this.caller.ask(get(`${path}/windows${parameters}`, readWindowSeries));
  }

  async totalSeries(
    counter: CounterRef,
    of: Chosen & { from: Date | string; to?: Date | string; tz?: string; compare?: "previous" },
  ): Promise<TotalSeries[]> {
    const { from, to, tz, compare } = of;
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ from, to, tz, compare, ...chosen(of) });
    return this.caller.ask(get(`${path}/total${parameters}`, readTotalSeries));
  }

  async top(
    namespace: string,
    of: { n?: number; prefix?: string; granularity?: Granularity; window?: Date | string; tz?: string },
  ): Promise<Ranking> {
    const { n, prefix, granularity, window, tz } = of;
    const path = `${namespacePath(namespace)}/top${query({ n, prefix, granularity, window, tz })}`;
    return this.caller.ask(get(path, readRanking));
  }
}

function chosen({ by = [], where = {}, limit }: Chosen): Record<string, string | number | undefined> {
  return { by: byOf(by, where), where: whereOf(where), limit };
}

function partsOf({ ranks = [], n }: SketchParts): Record<string, string | number | undefined> {
  return { ranks: ranks.length === 0 ? undefined : ranks.join(","), n };
}
