import type { Count, Granularity, Ranking, Window } from "./counts.js";
import type { EventRef } from "./errors.js";
import { LiveCounts, type CountListener, type Live, type LiveOptions } from "./live/live.js";
import { settings, type Options, type Settings } from "./options.js";
import { Reader, type CounterRef } from "./reader.js";
import { Recorder } from "./recorder.js";
import { Transport } from "./transport.js";

/** A counter: its name, in the namespace of the client, or the two of them. */
export type CounterName = string | { readonly namespace?: string; readonly counter: string };

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
   * @param delta an integer from -10^15 to 10^15, not 0
   * @param options `id`: what the event is known by, 1 to 256 bytes; a new one unless given
   * @returns the event with its id; rejects with a {@link QuipuError} whose `code` says what is known
   */
  async add(
    counter: string,
    delta: number | bigint = 1,
    options: { readonly id?: string; readonly namespace?: string } = {},
  ): Promise<EventRef> {
    requireText("counter", counter);
    if (options.id !== undefined) {
      requireText("id", options.id);
    }
    if (typeof delta !== "bigint" && !Number.isSafeInteger(delta)) {
      throw new TypeError(`delta must be an integer, not ${String(delta)}`);
    }
    const namespace = requireText("namespace", options.namespace ?? this.settings.namespace);
    return this.recorder.add(counter, BigInt(delta), options.id, namespace);
  }

  /** The count, with every event that was acknowledged before. */
  async get(counter: CounterName): Promise<Count> {
    return this.reader.get(this.ref(counter));
  }

  /** Many counts, in the order of the names; a thousand with each request. */
  async getMany(counters: readonly CounterName[]): Promise<Count[]> {
    return this.reader.getMany(counters.map((counter) => this.ref(counter)));
  }

  /** The history of a counter, oldest first; at most 10,000 windows. Without a range, the last hour, day or month. */
  async windows(
    counter: CounterName,
    range: { readonly granularity: Granularity; readonly from?: Date | string; readonly to?: Date | string },
  ): Promise<Window[]> {
    return this.reader.windows(this.ref(counter), range);
  }

  /** The largest counters of a namespace; with `granularity` those of one window. */
  async top(
    of: {
      readonly namespace?: string;
      readonly n?: number;
      readonly prefix?: string;
      readonly granularity?: Granularity;
      readonly window?: Date | string;
    } = {},
  ): Promise<Ranking> {
    return this.reader.top(of.namespace ?? this.settings.namespace, of);
  }

  /**
   * Follows counters: the listener is told the count of each at once, and again whenever it has changed, until `close`. A
   * connection that is lost is made again.
   *
   * @throws TypeError where the runtime has no WebSocket, none was given, and there are too many counters to do without
   */
  live(counters: readonly CounterName[], listener: CountListener, options: LiveOptions = {}): Live {
    if (this.closed) {
      throw new TypeError("the client is closed");
    }
    const refs = counters.map((counter) => this.ref(counter));
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
    this.closed = true;
    for (const live of [...this.lives]) {
      live.close();
    }
    const inDoubt = await this.recorder.close(withinMs);
    this.reader.close();
    return inDoubt;
  }

  private ref(counter: CounterName): CounterRef {
    const [name, namespace] = typeof counter === "string" ? [counter, undefined] : [counter.counter, counter.namespace];
    return {
      namespace: requireText("namespace", namespace ?? this.settings.namespace),
      counter: requireText("counter", name),
    };
  }
}

function requireText(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "") {
    throw new TypeError(`${name} must be a text that is not empty`);
  }
  return value;
}
