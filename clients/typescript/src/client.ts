import type { Count, Granularity, Labels, Ranking, Series, Total, TotalSeries, Window, WindowSeries } from "./counts.js";
import type { EventRef } from "./errors.js";
import { known, list, optional, text, texts, within, type Names } from "./given.js";
import { LiveCounts, type CountListener, type Live, type LiveOptions } from "./live/live.js";
import { MOST_MS, settings, type Options, type Settings } from "./options.js";
import { Reader, type Chosen, type CounterRef } from "./reader.js";
import { Recorder } from "./recorder.js";
import type { SketchTotal, SketchWindow } from "./sketches.js";
import { Transport } from "./transport.js";

/** A counter: its name, in the namespace that the options or else the client say, or the two of them. */
export type CounterName = string | { readonly namespace?: string; readonly counter: string };

/** Where the counters are that are named without a namespace; that of the client, unless given. */
export interface NamespaceOptions {
  readonly namespace?: string;
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

/** Which windows. Without a range, the last of them. Times may be as `-7d` and `now`. */
export interface WindowsOptions extends NamespaceOptions {
  readonly granularity: Granularity;
  readonly from?: Date | string;
  readonly to?: Date | string;
  /** In which days and longer windows begin, such as `Europe/Zurich`; UTC unless given. */
  readonly tz?: string;
}

/** Which range of time: whole minutes, or as `-7d` and `now`. */
export interface TotalOptions extends NamespaceOptions {
  readonly from: Date | string;
  /** Exclusive; now unless given. */
  readonly to?: Date | string;
  readonly tz?: string;
  /** Also the range before: as many months or days, or as long. */
  readonly compare?: "previous";
}

export interface WindowSeriesOptions extends WindowsOptions, Breakdown {}

export interface TotalSeriesOptions extends TotalOptions, Breakdown {}

export interface TopOptions extends NamespaceOptions {
  readonly n?: number;
  readonly prefix?: string;
  /** Of one window only: the present one, or that which begins at `window`. */
  readonly granularity?: Granularity;
  readonly window?: Date | string;
  /** In which days and longer windows begin, such as `Europe/Zurich`; UTC unless given. */
  readonly tz?: string;
}

const COUNTER: Names<Exclude<CounterName, string>> = { counter: true, namespace: true };
const NAMESPACE: Names<NamespaceOptions> = { namespace: true };
const ADD: Names<AddOptions> = { id: true, events: true, time: true, labels: true, ...NAMESPACE };
const WINDOWS: Names<WindowsOptions> = { granularity: true, from: true, to: true, tz: true, ...NAMESPACE };
const TOTAL: Names<TotalOptions> = { from: true, to: true, tz: true, compare: true, ...NAMESPACE };
const SERIES: Names<SeriesOptions> = { by: true, where: true, limit: true, ...NAMESPACE };
const WINDOW_SERIES: Names<WindowSeriesOptions> = { ...WINDOWS, ...SERIES };
const TOTAL_SERIES: Names<TotalSeriesOptions> = { ...TOTAL, ...SERIES };
const TOP: Names<TopOptions> = { n: true, prefix: true, granularity: true, window: true, tz: true, ...NAMESPACE };
const LIVE: Names<LiveOptions & NamespaceOptions> = {
  onError: true,
  onState: true,
  minIntervalMs: true,
  ...NAMESPACE,
};

/** Most series that one answer has. */
const MOST_SERIES = 1_000;

const CLOSE_MS = 10_000;

/**
 * Counts events, reads counts and follows them, at one address. Events that are added together travel together; each is
 * sent with an id until it is acknowledged, and so counts once. One client is enough for a program.
 */
export class QuipuClient {
  private readonly settings: Settings;
  private readonly transport: Transport;
  private readonly recorder: Recorder;
  private readonly reader: Reader;
  private readonly lives = new Set<LiveCounts>();
  private closed = false;

  /**
   * Connects to nothing yet.
   *
   * @throws TypeError or RangeError that names an option which cannot be
   */
  constructor(options: Options = {}) {
    this.settings = settings(options);
    this.transport = new Transport(this.settings);
    this.recorder = new Recorder(this.settings, (body, stop) =>
      this.transport.send("POST", "/v1/events", body, stop),
    );
    this.reader = new Reader(this.settings, this.transport);
  }

  /**
   * Counts an event. Resolves when it is durable on a majority of the replicas; it is counted exactly once then. Where
   * the namespace does not deduplicate, a repeated attempt may count twice.
   *
   * @param delta an integer from -10^15 to 10^15, not 0; the number of happenings unless given
   * @returns the event with its id; rejects with a {@link QuipuError} whose `code` says what is known
   */
  async add(
    counter: CounterName,
    delta?: number | bigint,
    options: AddOptions = {},
  ): Promise<EventRef> {
    const { id, events = 1, time, labels, namespace } = known("add", options, ADD);
    const ref = this.ref(counter, namespace);
    if (id !== undefined) {
      text("id", id);
    }
    if (!Number.isSafeInteger(events)) {
      throw new TypeError(`events must be an integer, not ${String(events)}`);
    }
    const adds = delta === undefined ? events : delta;
    if (typeof adds !== "bigint" && !Number.isSafeInteger(adds)) {
      throw new TypeError(`delta must be an integer, not ${String(adds)}`);
    }
    const at = time === undefined ? undefined : when(time);
    const of = labels === undefined ? undefined : texts("labels", labels);
    return this.recorder.add(ref.counter, BigInt(adds), events, id, ref.namespace, at, of);
  }

  /** The count, with every event that was acknowledged before. */
  async get(counter: CounterName, options: NamespaceOptions = {}): Promise<Count> {
    const { namespace } = known("get", options, NAMESPACE);
    return this.reader.get(this.ref(counter, namespace));
  }

  /** Many counts, in the order of the names; a thousand with each request. */
  async getMany(counters: readonly CounterName[], options: NamespaceOptions = {}): Promise<Count[]> {
    const { namespace } = known("getMany", options, NAMESPACE);
    return this.reader.getMany(this.refs(counters, namespace));
  }

  /** The history of a counter, oldest first; at most 10,000 windows. */
  async windows(counter: CounterName, options: WindowsOptions): Promise<Window[]> {
    const { namespace, granularity, ...range } = known("windows", options, WINDOWS);
    return this.reader.windows(this.ref(counter, namespace), {
      granularity: text("granularity", granularity) as Granularity,
      ...range,
    });
  }

  /** What a counter counted in a range of time. */
  async total(counter: CounterName, options: TotalOptions): Promise<Total> {
    const { namespace, ...range } = known("total", options, TOTAL);
    if (!(range.from instanceof Date)) {
      text("from", range.from);
    }
    return this.reader.total(this.ref(counter, namespace), range);
  }

  /** The counts of series of a counter, the largest first: 100, or as many as `limit` says. */
  async series(counter: CounterName, options: SeriesOptions): Promise<Series[]> {
    const { namespace, ...of } = known("series", options, SERIES);
    return this.reader.series(this.ref(counter, namespace), breakdown(of));
  }

  /** The windows of the ten largest series of a counter, or of as many as `limit` says. */
  async windowSeries(counter: CounterName, options: WindowSeriesOptions): Promise<WindowSeries[]> {
    const { namespace, ...of } = known("windowSeries", options, WINDOW_SERIES);
    text("granularity", of.granularity);
    return this.reader.windowSeries(this.ref(counter, namespace), breakdown(of));
  }

  /** What the 100 largest series of a counter, or as many as `limit` says, counted in a range of time. */
  async totalSeries(counter: CounterName, options: TotalSeriesOptions): Promise<TotalSeries[]> {
    const { namespace, ...of } = known("totalSeries", options, TOTAL_SERIES);
    if (!(of.from instanceof Date)) {
      text("from", of.from);
    }
    return this.reader.totalSeries(this.ref(counter, namespace), breakdown(of));
  }

  /** The history of a counter of kind `sketch`, oldest first; at most 10,000 windows. */
  async sketchWindows(counter: CounterName, options: WindowsOptions): Promise<SketchWindow[]> {
    const { namespace, granularity, ...range } = known("sketchWindows", options, WINDOWS);
    return this.reader.sketchWindows(this.ref(counter, namespace), {
      granularity: text("granularity", granularity) as Granularity,
      ...range,
    });
  }

  /** What a counter of kind `sketch` has of a range of time: its distinct values of 30 days, for example. */
  async sketchTotal(counter: CounterName, options: TotalOptions): Promise<SketchTotal> {
    const { namespace, ...range } = known("sketchTotal", options, TOTAL);
    if (!(range.from instanceof Date)) {
      text("from", range.from);
    }
    return this.reader.sketchTotal(this.ref(counter, namespace), range);
  }

  /** The largest counters of a namespace; with `granularity` those of one window. */
  async top(options: TopOptions = {}): Promise<Ranking> {
    const { namespace = this.settings.namespace, ...of } = known("top", options, TOP);
    return this.reader.top(text("namespace", namespace), of);
  }

  /**
   * Follows counters: the listener is told the count of each at once, and again whenever it has changed, until `close`. A
   * connection that is lost is made again.
   *
   * @throws TypeError where the runtime has no WebSocket, none was given, and there are too many counters to do without,
   *     or `minIntervalMs` is given
   */
  live(
    counters: readonly CounterName[],
    listener: CountListener,
    options: LiveOptions & NamespaceOptions = {},
  ): Live {
    const { namespace } = known("live", options, LIVE);
    optional("onError", options.onError, "function");
    optional("onState", options.onState, "function");
    if (typeof listener !== "function") {
      throw new TypeError("the listener must be a function");
    }
    if (this.closed) {
      throw new TypeError("the client is closed");
    }
    const refs = this.refs(counters, namespace);
    const live = new LiveCounts(refs, listener, options, this.settings, this.transport, this.reader, () =>
      this.lives.delete(live),
    );
    this.lives.add(live);
    live.begin();
    return live;
  }

  /**
   * Ends the client: takes no more events, and waits for those that are not acknowledged, so long at most. What is
   * acknowledged by then, or certainly refused, is known; the rest is answered, and may be added again with its id.
   */
  async close(withinMs: number = CLOSE_MS): Promise<EventRef[]> {
    within("withinMs", withinMs, 0, MOST_MS);
    this.closed = true;
    for (const live of [...this.lives]) {
      live.close();
    }
    const inDoubt = await this.recorder.close(withinMs);
    this.reader.close();
    return inDoubt;
  }

  private refs(counters: readonly CounterName[], namespace: string | undefined): CounterRef[] {
    return list("counters", counters).map((counter) => this.ref(counter, namespace));
  }

  private ref(named: CounterName, otherwise: string | undefined): CounterRef {
    const name: Exclude<CounterName, string> =
      typeof named === "string" ? { counter: named } : known("a counter", named, COUNTER);
    const { counter, namespace = otherwise ?? this.settings.namespace } = name;
    if (otherwise !== undefined) {
      text("namespace", otherwise);
    }
    return { namespace: text("namespace", namespace), counter: text("counter", counter) };
  }
}

/** @throws TypeError or RangeError where the series that are asked for cannot be */
function breakdown<T extends Chosen>(of: T): T {
  list("by", of.by ?? []).forEach((label) => text("by", label));
  texts("where", of.where ?? {});
  if (of.limit !== undefined) {
    within("limit", of.limit, 1, MOST_SERIES);
  }
  return of;
}

/** @throws TypeError where it is neither a text nor a date */
function when(time: Date | string): string {
  if (time instanceof Date && !Number.isNaN(time.getTime())) {
    return time.toISOString();
  }
  return text("time", time);
}
