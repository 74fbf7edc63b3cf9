import { backOff } from "./backoff.js";
import { readCount, readCounts, readRanking, readTotal, readWindows } from "./counts.js";
import { readSeries, readSeriesPage, readTotalSeries, readWindowSeries } from "./counts.js";
import type { Count, Granularity, Labels, Ranking, Total, Window } from "./counts.js";
import type { Series, SeriesPage, TotalSeries, WindowSeries } from "./counts.js";
import { QuipuError, problemError } from "./errors.js";
import { parseExactly } from "./json.js";
import type { Settings } from "./options.js";
import { byOf, counterPath, isAddressable, namespacePath, query, whereOf } from "./paths.js";
import { readSketchTotal, readSketchWindows, readWholeSketch } from "./sketches.js";
import type { Sketch, SketchParts, SketchTotal, SketchWindow } from "./sketches.js";
import { pause } from "./time.js";
import { isAnswer, problemOf, type Answer, type Transport, type Unanswered } from "./transport.js";

/** Most counters that one request asks for. */
const MOST_COUNTERS = 1_000;

const PASSING = [408, 429, 500, 502, 503, 504];

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

/** Reads, each repeated until it is answered, or given up. */
export class Reader {
  private readonly stop = new AbortController();

  constructor(
    private readonly settings: Settings,
    private readonly transport: Transport,
  ) {}

  async get(counter: CounterRef, where: Labels = {}): Promise<Count> {
    const of = whereOf(where);
    if (of === undefined && !isAddressable(counter.counter)) {
      return (await this.getMany([counter]))[0]!;
    }
    const path = counterPath(counter.namespace, counter.counter);
    return this.read("GET", `${path}${query({ where: of })}`, undefined, readCount);
  }

  async sketch(counter: CounterRef, parts: SketchParts): Promise<Sketch> {
    const path = counterPath(counter.namespace, counter.counter);
    return this.read("GET", `${path}${query(partsOf(parts))}`, undefined, readWholeSketch);
  }

  async getMany(counters: readonly CounterRef[]): Promise<Count[]> {
    const counts: Count[] = [];
    for (let from = 0; from < counters.length; from += MOST_COUNTERS) {
      const some = counters.slice(from, from + MOST_COUNTERS);
      const body = JSON.stringify({
        counters: some.map(({ namespace, counter }) => ({ namespace, counter })),
      });
      const found = await this.read("POST", "/v1/counts", body, (json) => {
        const read = readCounts(json);
        if (read.length !== some.length) {
          throw new TypeError("the answer has not as many counts as were asked for");
        }
        return read;
      });
      counts.push(...found);
    }
    return counts;
  }

  async windows(
    counter: CounterRef,
    range: { granularity: Granularity; from?: Date | string; to?: Date | string; tz?: string },
  ): Promise<Window[]> {
    const { granularity, from, to, tz } = range;
    const path = counterPath(counter.namespace, counter.counter);
    return this.read("GET", `${path}/windows${query({ granularity, from, to, tz })}`, undefined, readWindows);
  }

  async sketchWindows(
    counter: CounterRef,
    range: SketchParts & { granularity: Granularity; from?: Date | string; to?: Date | string; tz?: string },
  ): Promise<SketchWindow[]> {
    const { granularity, from, to, tz } = range;
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ granularity, from, to, tz, ...partsOf(range) });
    return this.read("GET", `${path}/windows${parameters}`, undefined, readSketchWindows);
  }

  async sketchTotal(
    counter: CounterRef,
    range: SketchParts & { from: Date | string; to?: Date | string; tz?: string; compare?: "previous" },
  ): Promise<SketchTotal> {
    const { from, to, tz, compare } = range;
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ from, to, tz, compare, ...partsOf(range) });
    return this.read("GET", `${path}/total${parameters}`, undefined, readSketchTotal);
  }

  async total(
    counter: CounterRef,
    range: { from: Date | string; to?: Date | string; tz?: string; compare?: "previous" },
  ): Promise<Total> {
    const { from, to, tz, compare } = range;
    const path = counterPath(counter.namespace, counter.counter);
    return this.read("GET", `${path}/total${query({ from, to, tz, compare })}`, undefined, readTotal);
  }

  async series(counter: CounterRef, of: Chosen): Promise<Series[]> {
    const path = counterPath(counter.namespace, counter.counter);
    return this.read("GET", `${path}${query(chosen(of))}`, undefined, readSeries);
  }

  async seriesPage(counter: CounterRef, of: Chosen, after: string | undefined): Promise<SeriesPage> {
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ ...chosen(of), order: "name", after });
    return this.read("GET", `${path}${parameters}`, undefined, readSeriesPage);
  }

  async windowSeries(
    counter: CounterRef,
    of: Chosen & { granularity: Granularity; from?: Date | string; to?: Date | string; tz?: string },
  ): Promise<WindowSeries[]> {
    const { granularity, from, to, tz } = of;
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ granularity, from, to, tz, ...chosen(of) });
    return this.read("GET", `${path}/windows${parameters}`, undefined, readWindowSeries);
  }

  async totalSeries(
    counter: CounterRef,
    of: Chosen & { from: Date | string; to?: Date | string; tz?: string; compare?: "previous" },
  ): Promise<TotalSeries[]> {
    const { from, to, tz, compare } = of;
    const path = counterPath(counter.namespace, counter.counter);
    const parameters = query({ from, to, tz, compare, ...chosen(of) });
    return this.read("GET", `${path}/total${parameters}`, undefined, readTotalSeries);
  }

  async top(
    namespace: string,
    of: { n?: number; prefix?: string; granularity?: Granularity; window?: Date | string; tz?: string },
  ): Promise<Ranking> {
    const { n, prefix, granularity, window, tz } = of;
    const path = `${namespacePath(namespace)}/top${query({ n, prefix, granularity, window, tz })}`;
    return this.read("GET", path, undefined, readRanking);
  }

  close(): void {
    this.stop.abort(new QuipuError("closed", "The client is closed."));
  }

  private async read<T>(
    method: string,
    path: string,
    body: string | undefined,
    parse: (json: unknown) => T,
  ): Promise<T> {
    const { time } = this.settings;
    const deadline = time.now() + this.settings.giveUpMs;
    for (let failures = 1; ; failures++) {
      this.stop.signal.throwIfAborted();
      const outcome = await this.transport.send(method, path, body, this.stop.signal);
      this.stop.signal.throwIfAborted();
      if (isAnswer(outcome) && outcome.status === 200) {
        return parsed(outcome, parse);
      }
      if (isAnswer(outcome) && !PASSING.includes(outcome.status)) {
        throw problemError(problemOf(outcome));
      }
      const wait = Math.max(backOff(failures), isAnswer(outcome) ? outcome.retryAfterMs : 0);
      if (time.now() + wait >= deadline) {
        throw exhausted(outcome);
      }
      await pause(time, wait);
    }
  }
}

function chosen({ by = [], where = {}, limit }: Chosen): Record<string, string | number | undefined> {
  return { by: byOf(by, where), where: whereOf(where), limit };
}

function partsOf({ ranks = [], n }: SketchParts): Record<string, string | number | undefined> {
  return { ranks: ranks.length === 0 ? undefined : ranks.join(","), n };
}

function parsed<T>(answer: Answer, parse: (json: unknown) => T): T {
  try {
    return parse(parseExactly(answer.body));
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new QuipuError("failed", `The answer cannot be read: ${words}`, undefined, undefined, cause);
  }
}

function exhausted(outcome: Answer | Unanswered): QuipuError {
  if (isAnswer(outcome)) {
    return problemError(problemOf(outcome));
  }
  const words = outcome.cause instanceof Error ? outcome.cause.message : String(outcome.cause);
  return new QuipuError("failed", `There was no answer: ${words}`, undefined, undefined, outcome.cause);
}
