import type { Count, Granularity, Ranking, Series, SeriesPage, Total, TotalSeries, Window, WindowSeries } from "./counts.js";
import { QuipuError } from "./errors.js";
import type { EventRef, Incremented, Recordable, SketchValue, Statement } from "./events.js";
import { known, list, optional, text, texts, within } from "./given.js";
import { newId } from "./ids.js";
import { LiveCounts, type CountListener, type Live, type LiveOptions } from "./live/live.js";
import { MOST_MS, settings, type Options, type Settings } from "./options.js";
import { ADD, COUNTER, GET, INCREMENT, LIVE, NAMESPACE, SERIES, SERIES_PAGE, SKETCH, SKETCH_TOTAL } from "./parameters.js";
import { SKETCH_WINDOWS, STATE, TOP, TOTAL, TOTAL_SERIES, WINDOWS, WINDOW_SERIES } from "./parameters.js";
import { breakdown, parts, when, whole } from "./parameters.js";
import type { AddOptions, CounterName, GetOptions, IncrementOptions, NamespaceOptions } from "./parameters.js";
import type { SeriesOptions, SeriesPageOptions, SketchOptions, SketchTotalOptions } from "./parameters.js";
import type { SketchWindowsOptions, StateOptions, TopOptions, TotalOptions, TotalSeriesOptions } from "./parameters.js";
import type { WindowSeriesOptions, WindowsOptions } from "./parameters.js";
import { counterPath } from "./paths.js";
import { Reader, type CounterRef } from "./reader.js";
import { Recorder } from "./recorder.js";
import type { Sketch, SketchTotal, SketchWindow } from "./sketches.js";
import { Transport } from "./transport.js";

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
    this.recorder = new Recorder(this.settings, (body, stop, path) =>
      this.transport.send("POST", path, body, stop),
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
    whole("events", events);
    const adds = whole("delta", delta === undefined ? events : delta);
    const at = time === undefined ? undefined : when(time);
    const of = labels === undefined ? undefined : texts("labels", labels);
    return this.recorder.add(ref.counter, adds, events, id, ref.namespace, at, of);
  }

  /**
   * Adds to a counter of kind `linear`, in a request of its own; answers the value after it. Rejects with a problem of
   * status 409 where the count would pass a bound.
   *
   * @param delta an integer from -10^15 to 10^15, not 0; the number of happenings unless given
   */
  async increment(
    counter: CounterName,
    delta?: number | bigint,
    options: IncrementOptions = {},
  ): Promise<Incremented> {
    const { id, events = 1, min, max, namespace } = known("increment", options, INCREMENT);
    const event: EventRef = {
      ...this.ref(counter, namespace),
      delta: whole("delta", delta === undefined ? events : delta),
      events: Number(whole("events", events)),
      id: id === undefined ? newId() : text("id", id),
      ...(min === undefined ? {} : { min: whole("min", min) }),
      ...(max === undefined ? {} : { max: whole("max", max) }),
    };
    // refuses names that no path can have, before anything waits
    counterPath(event.namespace, event.counter);
    const { value } = await this.recorder.take(event, { alone: true });
    if (value === undefined) {
      const words = `has no value after it: namespace ${event.namespace} is not of kind linear`;
      throw new QuipuError("failed", `The event ${event.id} is recorded, but ${words}`, undefined, event);
    }
    return value;
  }

  /** Has an actor state a value of a counter of kind `latest`. It stands once, however often it is stated. */
  async state(counter: CounterName, options: StateOptions): Promise<Statement> {
    const { actor, version, value, replaces, time, namespace } = known("state", options, STATE);
    const statement: Statement = {
      ...this.ref(counter, namespace),
      actor: text("actor", actor),
      version: whole("version", version),
      value: whole("value", value),
      ...(replaces === undefined ? {} : { replaces: whole("replaces", replaces) }),
      ...(time === undefined ? {} : { time: when(time) }),
    };
    return (await this.recorder.take(statement)).event as Statement;
  }

  /**
   * Adds a value to a counter of kind `sketch`. It has no id, so after an attempt of unknown outcome it is not sent again,
   * but rejected at once, in doubt.
   */
  async addValue(
    counter: CounterName,
    value: number | string,
    options: NamespaceOptions = {},
  ): Promise<SketchValue> {
    const { namespace } = known("addValue", options, NAMESPACE);
    if (typeof value !== "string" && !Number.isFinite(value)) {
      throw new TypeError(`a value must be a text or a number, not ${String(value)}`);
    }
    const event: SketchValue = { ...this.ref(counter, namespace), value };
    return (await this.recorder.take(event)).event as SketchValue;
  }

  /** Records an event again that an error or `close` has told of, with its id if its kind has ids. */
  async record(event: Recordable): Promise<void> {
    this.ref({ namespace: event.namespace, counter: event.counter }, undefined);
    await this.recorder.take(event);
  }

  /** The count, with every event that was acknowledged before; with `where` that of one series. */
  async get(counter: CounterName, options: GetOptions = {}): Promise<Count> {
    const { namespace, where = {} } = known("get", options, GET);
    return this.reader.get(this.ref(counter, namespace), texts("where", where));
  }

  /** What a counter of kind `sketch` has of all its values. */
  async sketch(counter: CounterName, options: SketchOptions = {}): Promise<Sketch> {
    const { namespace, ...of } = known("sketch", options, SKETCH);
    return this.reader.sketch(this.ref(counter, namespace), parts(of));
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

  /**
   * One page of the series of a counter, in the order of their labels: 100, or as many as `limit` says. So all series can
   * be read, however many there are.
   */
  async seriesPage(counter: CounterName, options: SeriesPageOptions): Promise<SeriesPage> {
    const { namespace, after, ...of } = known("seriesPage", options, SERIES_PAGE);
    optional("after", after, "string");
    return this.reader.seriesPage(this.ref(counter, namespace), breakdown(of), after);
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
  async sketchWindows(counter: CounterName, options: SketchWindowsOptions): Promise<SketchWindow[]> {
    const { namespace, granularity, ...range } = known("sketchWindows", options, SKETCH_WINDOWS);
    return this.reader.sketchWindows(this.ref(counter, namespace), {
      granularity: text("granularity", granularity) as Granularity,
      ...parts(range),
    });
  }

  /** What a counter of kind `sketch` has of a range of time: its distinct values of 30 days, for example. */
  async sketchTotal(counter: CounterName, options: SketchTotalOptions): Promise<SketchTotal> {
    const { namespace, ...range } = known("sketchTotal", options, SKETCH_TOTAL);
    if (!(range.from instanceof Date)) {
      text("from", range.from);
    }
    return this.reader.sketchTotal(this.ref(counter, namespace), parts(range));
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
  async close(withinMs: number = CLOSE_MS): Promise<Recordable[]> {
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
