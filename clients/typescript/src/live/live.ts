import type { Count } from "../counts.js";
import { QuipuError } from "../errors.js";
import type { Settings } from "../options.js";
import { counterPath } from "../paths.js";
import type { CounterRef, Reader } from "../reader.js";
import type { CounterSketch } from "../sketches.js";
import type { Timer } from "../time.js";
import type { Transport } from "../transport.js";
import { SocketFeed } from "./socket.js";
import { StreamFeed } from "./stream.js";
import { Told, type Kept } from "./told.js";

/** Is told a count. */
export type CountListener = (count: Count) => void;

/** Is told a sketch. */
export type SketchListener = (sketch: CounterSketch) => void;

export interface LiveOptions {
  /** Told why the service will not go on, once; on the console unless given. */
  readonly onError?: (error: QuipuError) => void;
  /** Told when a connection is there, and when it is lost and being made again. */
  readonly onState?: (state: "open" | "lost") => void;
  /** The least time between two counts of one counter, in milliseconds; needs a WebSocket. */
  readonly minIntervalMs?: number;
}

/** How a feed tells what it hears. */
export interface Audience {
  /** The counters of a feed are followed on a new connection. */
  opened(counters: readonly CounterRef[]): void;
  lost(): void;
  /** A message of type count. */
  heard(message: unknown): void;
  /** Another feed is needed, for what this connection has no room for. */
  more(counters: readonly CounterRef[]): void;
  /** It cannot go on. */
  failed(error: QuipuError): void;
}

/** One or many counters over one connection, which it makes again when it is lost. */
export interface Feed {
  begin(): void;
  close(): void;
}

/** Without WebSockets each counter takes a connection of its own. */
const MOST_STREAMS = 100;

/** How long a message that is older than what was told waits for a newer one. */
const HOLD_MS = 2_000;

/** Counters that are followed. */
export interface Live {
  /** Ends it; the listener is told nothing more. */
  close(): void;
}

/** Counters that are followed until it is closed, over as many connections as they take. */
export class LiveCounts<T extends CounterRef> implements Live, Audience {
  private readonly counters: readonly CounterRef[];
  private readonly feeds: Feed[] = [];
  private readonly told = new Map<string, Told<T>>();
  private readonly held = new Map<string, Timer>();
  private closed = false;

  constructor(
    counters: readonly CounterRef[],
    private readonly kept: Kept<T>,
    private readonly listener: (told: T) => void,
    private readonly options: LiveOptions,
    private readonly settings: Settings,
    private readonly transport: Transport,
    private readonly reader: Reader,
    private readonly ended: () => void,
  ) {
    this.counters = [...new Map(counters.map((counter) => [keyOf(counter), counter])).values()];
    if (!settings.WebSocket && this.counters.length > MOST_STREAMS) {
      throw new TypeError(
        `This runtime has no WebSocket. Give the client one (new QuipuClient({ WebSocket }), the class of the package ` +
          `ws for Node before 22), or follow at most ${MOST_STREAMS} counters.`,
      );
    }
    if (!settings.WebSocket && options.minIntervalMs !== undefined) {
      throw new TypeError("minIntervalMs needs a WebSocket: give the client one (new QuipuClient({ WebSocket }))");
    }
    if (!settings.WebSocket) {
      // what cannot be a part of a path can be followed over a WebSocket only
      this.counters.forEach(({ namespace, counter }) => counterPath(namespace, counter));
    }
  }

  begin(): void {
    if (this.settings.WebSocket) {
      this.more(this.counters);
    } else {
      for (const counter of this.counters) {
        this.start(new StreamFeed(counter, this.settings, this.transport, this));
      }
    }
  }

  close(): void {
    if (this.closed) {
      return;
    }
    this.closed = true;
    this.feeds.forEach((feed) => feed.close());
    this.held.forEach((timer) => timer.cancel());
    this.ended();
  }

  more(counters: readonly CounterRef[]): void {
    if (counters.length > 0) {
      this.start(new SocketFeed(counters, this.options.minIntervalMs, this.settings, this.transport, this));
    }
  }

  private start(feed: Feed): void {
    if (!this.closed) {
      this.feeds.push(feed);
      feed.begin();
    }
  }

  opened(counters: readonly CounterRef[]): void {
    counters.forEach((counter) => this.told.get(keyOf(counter))?.reconnected());
    this.options.onState?.("open");
  }

  lost(): void {
    this.options.onState?.("lost");
  }

  failed(error: QuipuError): void {
    if (!this.closed) {
      this.close();
      (this.options.onError ?? console.error)(error);
    }
  }

  heard(message: unknown): void {
    if (this.closed) {
      return;
    }
    let count: T;
    try {
      count = this.kept.read(message);
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      this.failed(new QuipuError("failed", `A live count cannot be read: ${words}`, undefined, undefined, cause));
      return;
    }
    const key = keyOf(count);
    if (!this.told.get(key)?.holds(count)) {
      this.tell(count);
    } else if (!this.held.has(key)) {
      this.hold(key, count);
    }
  }

  private hold(key: string, count: T): void {
    this.held.set(
      key,
      this.settings.time.after(HOLD_MS, () => void this.look(key, count)),
    );
  }

  /** Nothing newer has followed: a read tells what is true. */
  private async look(key: string, older: T): Promise<void> {
    let read: T | undefined;
    try {
      read = await this.kept.now(this.reader, older);
    } catch (error) {
      if (error instanceof QuipuError && error.code === "problem" && error.problem!.status < 500) {
        this.failed(error);
      }
    }
    // a message that has come meanwhile is as new
    if (this.closed || !this.held.has(key)) {
      return;
    }
    if (read) {
      this.tell(read);
    } else {
      this.hold(key, older);
    }
  }

  private tell(count: T): void {
    const key = keyOf(count);
    this.held.get(key)?.cancel();
    this.held.delete(key);
    let told = this.told.get(key);
    if (!told) {
      told = new Told(this.kept);
      this.told.set(key, told);
    }
    told.tell(count);
    try {
      this.listener(count);
    } catch (error) {
      // as with every listener of events: it is its own fault, and not that of the connection
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

function keyOf(counter: CounterRef): string {
  return JSON.stringify([counter.namespace, counter.counter]);
}
