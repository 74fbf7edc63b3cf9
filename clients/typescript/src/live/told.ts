import type { Count } from "../counts.js";

/**
 * What a listener has been told of one counter. After a reconnect a message may be older than that: it has fewer events,
 * and nothing that was settled since explains it. On one connection there is an order.
 */
export class Told {
  private last: Count | undefined;
  private unsure = false;

  /** The counter is followed on another connection from now on. */
  reconnected(): void {
    this.unsure = this.last !== undefined;
  }

  /** Whether a message is to be held back. */
  holds(count: Count): boolean {
    return this.unsure && this.last !== undefined && isOlder(count, this.last);
  }

  tell(count: Count): void {
    this.last = count;
    this.unsure = false;
  }
}

/** A reset takes events away, too, but shows: as a negative tail, or as settled. */
function isOlder(count: Count, last: Count): boolean {
  const until = count.settled.until?.getTime() ?? -Infinity;
  const lastUntil = last.settled.until?.getTime() ?? -Infinity;
  return count.events < last.events && until <= lastUntil && count.tail.events >= 0n;
}
