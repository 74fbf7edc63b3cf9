import type { Count, CounterSeries } from "../counts.js";
import { QuipuError } from "../errors.js";
import type { Settings } from "../options.js";
import type { CounterRef, Reader } from "../reader.js";
import type { CounterSketch } from "../sketches.js";
import type { Timer } from "../time.js";
import type { Transport } from "../transport.js";
import { SocketFeed } from "./socket.js";
import { StreamFeed } from "./stream.js";
import { keyOf, type Subject } from "./subjects.js";
import { Told, type Kept } from "./told.js";

/** Is told a count. */
export type CountListener = (count: Count) => void;

/** Is told a sketch. */
export type SketchListener = (sketch: CounterSketch) => void;

/** Is told the series of a counter. */
export type SeriesListener = (series: CounterSeries) => void;

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
  /** What a feed follows is followed on a new connection. */
  opened(subject: Subject): void;
  /** The service has taken a subscription, and tells all counters of it that there are. */
  subscribed(subject: Subject): void;
  lost(): void;
  /** A message of type count or series. */
  heard(message: unknown): void;
  /** Another feed is needed, for what a connection has no room for. */
  follow(subject: Subject): void;
  /** It cannot go on. */
  failed(error: QuipuError): void;
}

/** A subject over one connection, which it makes again when it is lost. */
export interface Feed {
  begin(): void;
  close(): void;
}

/** How long a message that is older than what was told waits for a newer one. */
const HOLD_MS = 2_000;

/** Counters that are followed. */
export interface Live {
  /** Ends it; the listener is told nothing more. */
  close(): void;
}

/** A subject that is followed until it is closed, over as many connections as it takes. */
export class LiveCounts<T extends CounterRef> implements Live, Audience {
  private readonly feeds: Feed[] = [];
  private readonly told = new Map<string, Told<T>>();
  private readonly held = new Map<string, Timer>();
  private missing: Timer | undefined;
  private closed = false;

  /**
   * @throws TypeError where the runtime has no WebSocket, and it takes one
   */
  constructor(
    private readonly subject: Subject,
    private readonly kept: Kept<T>,
    private readonly listener: (told: T) => void,
    private readonly options: LiveOptions,
    private readonly settings: Settings,
    private readonly transport: Transport,
    private readonly reader: Reader,
    private readonly ended: () => void,
  ) {
    if (!settings.WebSocket) {
      subject.streams();
      if (options.minIntervalMs !== undefined) {
        throw new TypeError("minIntervalMs needs a WebSocket: give the client one (new QuipuClient({ WebSocket }))");
      }
    }
  }

  begin(): void {
    if (this.settings.WebSocket) {
      this.follow(this.subject);
    } else {
      for (const { path, subject } of this.subject.streams()) {
        this.start(new StreamFeed(path, subject, this.settings, this.transport, this));
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
    this.missing?.cancel();
    this.ended();
  }

  follow(subject: Subject): void {
    this.start(new SocketFeed(subject, this.options.minIntervalMs, this.settings, this.transport, this));
  }

  private start(feed: Feed): void {
    if (!this.closed) {
      this.feeds.push(feed);
      feed.begin();
    }
  }

  opened(subject: Subject): void {
    for (const told of this.told.values()) {
      if (subject.has(told.last)) {
        told.reconnected();
      }
    }
    this.options.onState?.("open");
  }

  subscribed(subject: Subject): void {
    if (subject.changes) {
      this.missing?.cancel();
      this.missing = this.settings.time.after(HOLD_MS, () => void this.lookForMissing());
    }
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
      this.hold(key);
    }
  }

  private hold(key: string): void {
    this.held.set(
      key,
      this.settings.time.after(HOLD_MS, () => void this.look(key)),
    );
  }

  /** Nothing newer has followed: a read tells what is true. */
  private async look(key: string): Promise<void> {
    const told = this.told.get(key)!;
    const { last } = told;
    let read: T | undefined;
    try {
      read = await this.kept.now(this.reader, last);
    } catch (error) {
      if (error instanceof QuipuError && error.code === "problem" && error.problem!.status < 500) {
        this.failed(error);
      }
    }
    // a message that has come meanwhile is as new
    if (this.closed || told.last !== last) {
      return;
    }
    if (read) {
      this.tell(read);
    } else {
      this.hold(key);
    }
  }

  /** What was told, and is gone since, has no message of its own. Reads of many wait for each other. */
  private async lookForMissing(): Promise<void> {
    for (const [key, told] of this.told) {
      if (told.unsure && !this.held.has(key) && !this.closed) {
        await this.look(key);
      }
    }
  }

  private tell(count: T): void {
    const key = keyOf(count);
    this.held.get(key)?.cancel();
    this.held.delete(key);
    const told = this.told.get(key);
    if (told) {
      told.tell(count);
    } else {
      this.told.set(key, new Told(this.kept, count));
    }
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
