import type { Batch } from "./batches.js";
import { fits, type EventRef } from "./events.js";
import type { Settings } from "./options.js";
import type { WaitingEvent } from "./waiting.js";

/** Beyond it the service refuses a number of happenings. */
const MOST_EVENTS = 1_000_000;

/** Events that were never sent, in the order in which they came. */
export class Queue {
  private queue: { event: WaitingEvent; since: number; bytes: number }[] = [];
  private bytes = 0;
  /** Open to further deltas; by namespace and counter. */
  private readonly open = new Map<string, WaitingEvent>();

  constructor(private readonly settings: Settings) {}

  get length(): number {
    return this.queue.length;
  }

  /** Since when the first one waits; never if there is none. */
  get since(): number {
    return this.queue[0]?.since ?? Infinity;
  }

  get isFull(): boolean {
    return this.queue.length >= this.settings.maxBatchEvents || this.bytes >= this.settings.maxBatchBytes;
  }

  /** Whether an event may join others, and others it. */
  joins(added: EventRef): boolean {
    return this.settings.coalesce && fits(added.delta) && added.events >= 1 && added.events <= MOST_EVENTS;
  }

  /** The event that it has become a part of, if there is one. */
  joined(added: EventRef): WaitingEvent | undefined {
    const mate = this.open.get(keyOf(added));
    if (!mate || !fits(mate.delta + added.delta) || mate.events + added.events > MOST_EVENTS) {
      return undefined;
    }
    mate.delta += added.delta;
    mate.events += added.events;
    return mate;
  }

  push(event: WaitingEvent, now: number, joins: boolean): void {
    if (joins) {
      this.open.set(keyOf(event), event);
    }
    // a sum may have more digits than its first part, and a number of events
    const bytes = new TextEncoder().encode(event.json()).length + 34;
    this.queue.push({ event, since: now, bytes });
    this.bytes += bytes;
  }

  /** The events of the next request, if they need not wait for others. */
  next(now: number, closing: boolean): Batch | undefined {
    const first = this.queue[0];
    // what is sent alone waits for nobody
    if (!first || !(closing || this.isFull || first.event.alone || now >= first.since + this.settings.lingerMs)) {
      return undefined;
    }
    let count = 0;
    let bytes = 2;
    for (const each of this.queue) {
      bytes += each.bytes + 1;
      const apart = each.event.alone || first.event.alone;
      if (count > 0 && (apart || bytes > this.settings.maxBatchBytes || count === this.settings.maxBatchEvents)) {
        break;
      }
      count++;
    }
    const events = this.queue.splice(0, count).map(({ event, bytes }) => {
      this.bytes -= bytes;
      this.shut(event);
      return event;
    });
    return { events, failures: 0, notBefore: now };
  }

  /** No further delta may join it. */
  shut(event: WaitingEvent): void {
    if (this.open.size > 0 && this.open.get(keyOf(event)) === event) {
      this.open.delete(keyOf(event));
    }
  }

  /** Leaves those behind that have ended. */
  clean(): void {
    this.queue = this.queue.filter(({ event }) => !event.done);
    this.bytes = this.queue.reduce((all, { bytes }) => all + bytes, 0);
  }
}

function keyOf({ namespace, counter }: { readonly namespace: string; readonly counter: string }): string {
  return JSON.stringify([namespace, counter]);
}
