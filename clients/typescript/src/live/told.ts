import { readCount, readCounterSeries, type Count, type CounterSeries } from "../counts.js";
import { MOST_SERIES } from "../parameters.js";
import type { Chosen, CounterRef, Reader } from "../reader.js";
import { readWholeSketch, type CounterSketch } from "../sketches.js";

/** What is told of counters: counts, sketches, or series. */
export interface Kept<T extends CounterRef> {
  /** @throws TypeError if it is something else */
  read(message: unknown): T;
  /** Whether a message is older than what was told before it. */
  isOlder(message: T, last: T): boolean;
  events(value: T): bigint;
  now(reader: Reader, counter: CounterRef): Promise<T>;
}

export const COUNTS: Kept<Count> = {
  read: readCount,
  isOlder,
  events: ({ events }) => events,
  now: (reader, counter) => reader.get(counter),
};

export const SKETCHES: Kept<CounterSketch> = {
  read: readWholeSketch,
  // a reset looks so, too, and is told when it is read
  isOlder: (message, last) => message.events < last.events,
  events: ({ events }) => events,
  now: (reader, counter) => reader.sketch(counter, {}),
};

/** The series of counters by labels. */
export function seriesBy(of: Chosen): Kept<CounterSeries> {
  return {
    read: readCounterSeries,
    // a reset looks so, too, and is told when it is read
    isOlder: (message, last) => eventsOf(message) < eventsOf(last),
    events: eventsOf,
    now: async (reader, { namespace, counter }) => {
      const series = await reader.series({ namespace, counter }, { ...of, limit: MOST_SERIES });
      return { namespace, counter, series };
    },
  };
}

/**
 * What a listener has been told of one counter. After a reconnect a message may be older than that: it has fewer events,
 * and nothing that was settled since explains it. On one connection there is an order.
 */
export class Told<T extends CounterRef> {
  private uncertain = false;

  constructor(
    private readonly kept: Kept<T>,
    private latest: T,
  ) {}

  /** What was told last. */
  get last(): T {
    return this.latest;
  }

  /** Whether nothing has been told on the connection of now. */
  get unsure(): boolean {
    return this.uncertain;
  }

  /** The counter is followed on another connection from now on. Nothing is older than no events. */
  reconnected(): void {
    this.uncertain = this.kept.events(this.latest) > 0n;
  }

  /** Whether a message is to be held back. */
  holds(count: T): boolean {
    return this.uncertain && this.kept.isOlder(count, this.latest);
  }

  tell(count: T): void {
    this.latest = count;
    this.uncertain = false;
  }
}

/** A reset takes events away, too, but shows: as a negative tail, or as settled. */
function isOlder(count: Count, last: Count): boolean {
  const until = count.settled.until?.getTime() ?? -Infinity;
  const lastUntil = last.settled.until?.getTime() ?? -Infinity;
  return count.events < last.events && until <= lastUntil && count.tail.events >= 0n;
}

function eventsOf({ series }: CounterSeries): bigint {
  return series.reduce((sum, { events }) => sum + events, 0n);
}
