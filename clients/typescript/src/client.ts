import { Administration } from "./admin/administration.js";
import { QuipuError } from "./errors.js";
import type { EventRef, Incremented, Recordable, SketchValue, Statement } from "./events.js";
import { known, optional, shown, text, texts, within } from "./given.js";
import { newId } from "./ids.js";
import { LiveCounts, type CountListener, type Live, type LiveOptions } from "./live/live.js";
import type { SeriesListener, SketchListener } from "./live/live.js";
import { NamedCounters, PrefixedCounters, type Subject } from "./live/subjects.js";
import { COUNTS, SKETCHES, seriesBy, type Kept } from "./live/told.js";
import { MOST_MS, type Options } from "./options.js";
import { ADD, INCREMENT, LIVE, LIVE_SERIES, NAMESPACE, STATE, breakdown, when, whole } from "./parameters.js";
import type { AddOptions, CounterName, IncrementOptions, LiveSeriesOptions, NamespaceOptions } from "./parameters.js";
import type { StateOptions } from "./parameters.js";
import { byOf, counterPath, whereOf } from "./paths.js";
import type { CounterRef } from "./reader.js";
import { Recorder } from "./recorder.js";

const CLOSE_MS = 10_000;

/**
 * Counts events, reads counts and follows them, at one address. Events that are added together travel together; each is
 * sent with an id until it is acknowledged, and so counts once. One client is enough for a program.
 */
export class QuipuClient extends Administration {
  private readonly recorder: Recorder;
  private readonly lives = new Set<Live>();
  private closed = false;

  /**
   * Connects to nothing yet.
   *
   * @throws TypeError or RangeError that names an option which cannot be
   */
  constructor(options: Options = {}) {
    super(options);
    const send = (body: string, stop: AbortSignal, path: string) => this.transport.send("POST", path, body, stop);
    this.recorder = new Recorder(this.settings, send, this.remembered);
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
      throw new TypeError(`a value must be a text or a number, not ${shown(value)}`);
    }
    const event: SketchValue = { ...this.ref(counter, namespace), value };
    return (await this.recorder.take(event)).event as SketchValue;
  }

  /** Records an event again that an error or `close` has told of, with its id if its kind has ids. */
  async record(event: Recordable): Promise<void> {
    this.ref({ namespace: event.namespace, counter: event.counter }, undefined);
    await this.recorder.take(event);
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
    return this.follow(new NamedCounters(this.refs(counters, namespace)), COUNTS, listener, options);
  }

  /** Follows counters of kind `sketch`, as `live` does the others. */
  liveSketches(
    counters: readonly CounterName[],
    listener: SketchListener,
    options: LiveOptions & NamespaceOptions = {},
  ): Live {
    const { namespace } = known("liveSketches", options, LIVE);
    return this.follow(new NamedCounters(this.refs(counters, namespace)), SKETCHES, listener, options);
  }

  /**
   * Follows all counters of a namespace whose names begin with a prefix, as `live` does; those that appear later as soon
   * as the service knows them. A prefix with more counters than the service allows a connection (1,000) ends with an error.
   *
   * @throws TypeError where the runtime has no WebSocket, and none was given
   */
  livePrefix(prefix: string, listener: CountListener, options: LiveOptions & NamespaceOptions = {}): Live {
    const { namespace } = known("livePrefix", options, LIVE);
    if (typeof prefix !== "string") {
      throw new TypeError(`prefix must be a text, not ${shown(prefix)}`);
    }
    return this.follow(new PrefixedCounters(this.named(namespace), prefix), COUNTS, listener, options);
  }

  /** Follows the series of a counter, as `live` does counters: each time all of them are told, the 1,000 largest at most. */
  liveSeries(counter: CounterName, options: LiveSeriesOptions, listener: SeriesListener): Live {
    const { namespace, by = [], where = {} } = breakdown(known("liveSeries", options, LIVE_SERIES));
    const subject = new NamedCounters([this.ref(counter, namespace)], { by: byOf(by, where), where: whereOf(where) });
    return this.follow(subject, seriesBy({ by, where }), listener, options);
  }

  private follow<T extends CounterRef>(
    subject: Subject,
    kept: Kept<T>,
    listener: (told: T) => void,
    options: LiveOptions,
  ): Live {
    optional("onError", options.onError, "function");
    optional("onState", options.onState, "function");
    if (typeof listener !== "function") {
      throw new TypeError(`the listener must be a function, not ${shown(listener)}`);
    }
    if (this.closed) {
      throw new QuipuError("closed", "The client is closed.");
    }
    const live = new LiveCounts(subject, kept, listener, options, this.settings, this.transport, this.reader, () =>
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
    this.caller.close();
    return inDoubt;
  }
}
