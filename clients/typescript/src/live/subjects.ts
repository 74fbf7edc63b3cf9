import { counterPath, query } from "../paths.js";
import type { CounterRef } from "../reader.js";
import { groups } from "./groups.js";

/** Without WebSockets each counter takes a connection of its own. */
const MOST_STREAMS = 100;

const GIVE_ONE = "Give the client one (new QuipuClient({ WebSocket }), the class of the package ws for Node before 22)";

/** What is followed over one connection. */
export interface Subject {
  /** Whether counters come and go: one that is gone is told no more by itself. */
  readonly changes: boolean;
  /** What each of its subscriptions asks for. */
  subscriptions(): readonly object[];
  /** That which a connection with so many counters has room for, and the rest, if there is any. */
  within(most: number): { these: Subject; rest?: Subject };
  has(counter: CounterRef): boolean;
  /**
   * Its counters by themselves, each with the path of its stream of events.
   *
   * @throws TypeError where it cannot be followed so
   */
  streams(): { path: string; subject: Subject }[];
}

/** The parameters `by` and `where` of series, as texts. */
export type SeriesOf = { readonly by?: string; readonly where?: string | undefined };

/** Counters that are named, or their series. */
export class NamedCounters implements Subject {
  readonly changes = false;
  private readonly counters: ReadonlyMap<string, CounterRef>;

  constructor(
    counters: readonly CounterRef[],
    private readonly series: SeriesOf = {},
  ) {
    this.counters = new Map(counters.map((counter) => [keyOf(counter), counter]));
  }

  subscriptions(): readonly object[] {
    return groups(this.all()).map((group) => ({ ...group, ...this.series }));
  }

  within(most: number): { these: Subject; rest?: Subject } {
    const all = this.all();
    return all.length <= most ? { these: this } : { these: this.some(all.slice(0, most)), rest: this.some(all.slice(most)) };
  }

  has(counter: CounterRef): boolean {
    return this.counters.has(keyOf(counter));
  }

  streams(): { path: string; subject: Subject }[] {
    if (this.counters.size > MOST_STREAMS) {
      throw new TypeError(`This runtime has no WebSocket. ${GIVE_ONE}, or follow at most ${MOST_STREAMS} counters.`);
    }
    // what cannot be a part of a path can be followed over a WebSocket only
    return this.all().map((counter) => ({
      path: `${counterPath(counter.namespace, counter.counter)}/live${query(this.series)}`,
      subject: this.some([counter]),
    }));
  }

  private some(counters: readonly CounterRef[]): NamedCounters {
    return new NamedCounters(counters, this.series);
  }

  private all(): CounterRef[] {
    return [...this.counters.values()];
  }
}

/** All counters of a namespace whose names begin with a prefix, also those that appear later. */
export class PrefixedCounters implements Subject {
  readonly changes = true;

  constructor(
    private readonly namespace: string,
    private readonly prefix: string,
  ) {}

  subscriptions(): readonly object[] {
    return [{ namespace: this.namespace, prefix: this.prefix }];
  }

  /** The service itself refuses a prefix with more counters than a connection has room for. */
  within(): { these: Subject } {
    return { these: this };
  }

  has(counter: CounterRef): boolean {
    return counter.namespace === this.namespace && counter.counter.startsWith(this.prefix);
  }

  streams(): never {
    throw new TypeError(`This runtime has no WebSocket, and a prefix takes one. ${GIVE_ONE}.`);
  }
}

/** What names a counter in a map. */
export function keyOf(counter: CounterRef): string {
  return JSON.stringify([counter.namespace, counter.counter]);
}
