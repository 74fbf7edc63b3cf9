import { counterPath } from "./paths.js";
import type { WaitingEvent } from "./waiting.js";

const PATH = "/v1/events";

/** Events that are sent together. */
export interface Batch {
  readonly events: WaitingEvent[];
  /** How many attempts have failed. */
  readonly failures: number;
  readonly notBefore: number;
}

/** Batches that are sent again. */
export class Retries {
  private batches: Batch[] = [];

  /** The first time when one of them may be sent. */
  get notBefore(): number {
    return this.batches.reduce((least, batch) => Math.min(least, batch.notBefore), Infinity);
  }

  add(batch: Batch, inHalves: boolean): void {
    const { events } = batch;
    const middle = inHalves ? Math.ceil(events.length / 2) : events.length;
    for (const part of [events.slice(0, middle), events.slice(middle)]) {
      if (part.length > 0) {
        this.batches.push({ ...batch, events: part });
      }
    }
  }

  next(now: number): Batch | undefined {
    const index = this.batches.findIndex((batch) => batch.notBefore <= now);
    return index < 0 ? undefined : this.batches.splice(index, 1)[0];
  }

  clear(): void {
    this.batches = [];
  }
}

/** What is sent of events, and where; one that is sent alone goes to the path of its counter. */
export function requestOf(events: readonly WaitingEvent[]): { path: string; body: string } {
  const first = events[0]!;
  return {
    path: first.alone ? `${counterPath(first.namespace, first.counter)}/events` : PATH,
    body: `[${events.map((event) => event.json()).join(",")}]`,
  };
}
