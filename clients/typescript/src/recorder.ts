import { backOff } from "./backoff.js";
import { QuipuError } from "./errors.js";
import type { EventRef, Recordable } from "./events.js";
import { newId } from "./ids.js";
import type { Settings } from "./options.js";
import { counterPath } from "./paths.js";
import type { Timer } from "./time.js";
import type { Answer, Unanswered } from "./transport.js";
import { judge, type Verdict } from "./verdict.js";
import { WaitingEvent, type Acknowledged } from "./waiting.js";

/** Beyond it the service refuses a delta. */
const MOST_DELTA = 10n ** 15n;

/** Beyond it the service refuses a number of happenings. */
const MOST_EVENTS = 1_000_000;

/** Sends the body of one request to record. Never fails: what goes wrong is its outcome. */
export type Send = (body: string, stop: AbortSignal, path: string) => Promise<Answer | Unanswered>;

const PATH = "/v1/events";

/** Events that are sent again together. */
interface Batch {
  readonly events: WaitingEvent[];
  /** How many attempts have failed. */
  readonly failures: number;
  readonly notBefore: number;
}

/**
 * Takes events, sends them in batches, and repeats with the same ids what was not, or not certainly, recorded. All its
 * state is changed between two turns of the event loop only.
 */
export class Recorder {
  /** Those never sent, in the order in which they came. */
  private queue: { event: WaitingEvent; since: number; bytes: number }[] = [];
  private queuedBytes = 0;
  /** In the queue, and open to further deltas; by namespace and counter. */
  private readonly open = new Map<string, WaitingEvent>();
  private retries: Batch[] = [];
  /** In the order in which they were added, and so of their deadlines. */
  private readonly unanswered = new Set<WaitingEvent>();
  private inFlight = 0;
  /** `Retry-After` holds for all requests. */
  private heldUntil = -Infinity;
  private wake: Timer | undefined;
  private deadline: Timer | undefined;
  private closing: Promise<Recordable[]> | undefined;
  private allAnswered: (() => void) | undefined;
  /** What has ended in doubt since it was to close. */
  private readonly doubts: Recordable[] = [];
  private readonly stop = new AbortController();

  constructor(
    private readonly settings: Settings,
    private readonly send: Send,
  ) {}

  /** Resolves when the event is acknowledged; rejects with a {@link QuipuError}. */
  async add(
    counter: string,
    delta: bigint,
    events: number,
    id: string | undefined,
    namespace: string,
    time?: string,
    labels?: Readonly<Record<string, string>>,
  ): Promise<EventRef> {
    const own = id !== undefined || time !== undefined || labels !== undefined;
    const joins = !this.closing && this.settings.coalesce && !own && fits(delta) && events >= 1 && events <= MOST_EVENTS;
    const mate = joins ? this.open.get(keyOf(namespace, counter)) : undefined;
    if (mate && fits(mate.delta + delta) && mate.events + events <= MOST_EVENTS) {
      mate.delta += delta;
      mate.events += events;
      return (await mate.promise).event as EventRef;
    }
    const event: EventRef = {
      namespace,
      counter,
      delta,
      events,
      id: id ?? newId(),
      ...(time === undefined ? {} : { time }),
      ...(labels === undefined ? {} : { labels }),
    };
    return (await this.take(event, { joins })).event as EventRef;
  }

  /**
   * Takes an event of any kind. Resolves when it is acknowledged; rejects with a {@link QuipuError}.
   *
   * @param how whether later events may join it, and whether its answer is to be its own
   */
  take(added: Recordable, how: { joins?: boolean; alone?: boolean } = {}): Promise<Acknowledged> {
    if (this.closing) {
      return Promise.reject(new QuipuError("closed", "The client is closed; the event was not taken."));
    }
    if (this.unanswered.size >= this.settings.maxWaiting) {
      return Promise.reject(
        new QuipuError("full", `${this.settings.maxWaiting} events are not answered yet; this one was not taken.`),
      );
    }
    const now = this.settings.time.now();
    const deadline = now + this.settings.giveUpMs;
    const event = new WaitingEvent(added, deadline, how.alone);
    if (how.joins) {
      this.open.set(keyOf(event.namespace, event.counter), event);
    }
    this.enqueue(event, now);
    return event.promise;
  }

  private enqueue(event: WaitingEvent, now: number): void {
    this.unanswered.add(event);
    // a sum may have more digits than its first part, and a number of events
    const bytes = new TextEncoder().encode(event.json()).length + 34;
    this.queue.push({ event, since: now, bytes });
    this.queuedBytes += bytes;
    if (!this.deadline) {
      this.watchDeadlines();
    }
    if (this.queue.length === 1 || this.isFull()) {
      this.pump();
    }
  }

  private isFull(): boolean {
    return this.queue.length >= this.settings.maxBatchEvents || this.queuedBytes >= this.settings.maxBatchBytes;
  }

  /** Sends what may be sent now, and sees to it that it is called again when there may be more. */
  private pump(): void {
    this.wake?.cancel();
    this.wake = undefined;
    const now = this.settings.time.now();
    while (this.inFlight < this.settings.maxInFlight && now >= this.heldUntil) {
      const batch = this.nextRetry(now) ?? this.nextNew(now);
      if (!batch) {
        break;
      }
      void this.attempt(batch);
    }
    if (this.inFlight < this.settings.maxInFlight) {
      const next = this.nextTime();
      if (next !== Infinity) {
        this.wake = this.settings.time.after(next - now, () => this.pump());
      }
    }
  }

  private nextTime(): number {
    const first = this.queue[0];
    const ofQueue = first ? first.since + (this.closing ? 0 : this.settings.lingerMs) : Infinity;
    const ofRetries = this.retries.reduce((least, batch) => Math.min(least, batch.notBefore), Infinity);
    const next = Math.min(ofQueue, ofRetries);
    return next === Infinity ? next : Math.max(next, this.heldUntil);
  }

  private nextRetry(now: number): Batch | undefined {
    const index = this.retries.findIndex((batch) => batch.notBefore <= now);
    return index < 0 ? undefined : this.retries.splice(index, 1)[0];
  }

  private nextNew(now: number): Batch | undefined {
    const first = this.queue[0];
    // what is sent alone waits for nobody
    if (!first || !(this.closing || this.isFull() || first.event.alone || now >= first.since + this.settings.lingerMs)) {
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
    const taken = this.queue.splice(0, count);
    for (const { event, bytes } of taken) {
      this.queuedBytes -= bytes;
      this.shut(event);
    }
    return { events: taken.map((each) => each.event), failures: 0, notBefore: now };
  }

  /** No further delta may join it. */
  private shut(event: WaitingEvent): void {
    if (this.open.size === 0) {
      return;
    }
    const key = keyOf(event.namespace, event.counter);
    if (this.open.get(key) === event) {
      this.open.delete(key);
    }
  }

  private async attempt(batch: Batch): Promise<void> {
    const events = batch.events.filter((event) => !event.done);
    if (events.length === 0) {
      return;
    }
    this.inFlight++;
    events.forEach((event) => (event.sending = true));
    const body = `[${events.map((event) => event.json()).join(",")}]`;
    const outcome = await this.send(body, this.stop.signal, pathOf(events[0]!));
    this.inFlight--;
    events.forEach((event) => (event.sending = false));
    const happenings = events.reduce((all, event) => all + event.events, 0);
    this.conclude(events, batch.failures + 1, judge(outcome, events.length, happenings));
    this.pump();
  }

  private conclude(events: WaitingEvent[], failures: number, verdict: Verdict): void {
    const now = this.settings.time.now();
    this.heldUntil = Math.max(this.heldUntil, now + verdict.retryAfterMs);
    const atOnce = verdict.again.startsWith("at-once");
    const notBefore = Math.max(now + (atOnce ? 0 : backOff(failures)), this.heldUntil);
    const rest: WaitingEvent[] = [];
    events.forEach((event, index) => {
      if (this.goesOn(event, verdict.endings[index]!, notBefore)) {
        rest.push(event);
      }
    });
    for (const part of verdict.again.endsWith("halves") ? halves(rest) : [rest]) {
      if (part.length > 0) {
        this.retries.push({ events: part, failures: atOnce ? failures - 1 : failures, notBefore });
      }
    }
  }

  /** Whether the event is to be sent again. */
  private goesOn(event: WaitingEvent, ending: Verdict["endings"][number], notBefore: number): boolean {
    if (event.done) {
      return false;
    }
    if (ending.end === "recorded") {
      event.recorded(ending.value);
      this.answered(event);
      return false;
    }
    if (ending.end === "final") {
      event.final(ending.problem);
      this.answered(event, event.unknown);
      return false;
    }
    if (ending.end !== "spared") {
      event.unknown ||= ending.end === "unknown";
      event.cause = ending.cause;
    }
    if (ending.end === "unknown" && !event.repeatable) {
      this.giveUp(event, "there was no answer to rely on");
      return false;
    }
    if (notBefore >= event.deadline) {
      this.giveUp(event, "there was no time for another attempt");
      return false;
    }
    return true;
  }

  private giveUp(event: WaitingEvent, why: string): void {
    this.answered(event, event.giveUp(why));
  }

  private answered(event: WaitingEvent, inDoubt = false): void {
    if (inDoubt && this.closing) {
      this.doubts.push(event.ref());
    }
    this.shut(event);
    this.unanswered.delete(event);
    if (this.unanswered.size === 0) {
      this.deadline?.cancel();
      this.deadline = undefined;
      this.allAnswered?.();
    }
  }

  private watchDeadlines(): void {
    this.deadline?.cancel();
    this.deadline = undefined;
    const now = this.settings.time.now();
    for (const event of this.unanswered) {
      if (event.deadline > now) {
        this.deadline = this.settings.time.after(event.deadline - now, () => this.watchDeadlines());
        break;
      }
      this.giveUp(event, `it was not acknowledged within ${this.settings.giveUpMs} ms`);
    }
    this.queue = this.queue.filter(({ event, bytes }) => {
      if (event.done) {
        this.queuedBytes -= bytes;
      }
      return !event.done;
    });
  }

  /** Takes no more events, and waits so long for what there is. Answers what is in doubt then. */
  close(withinMs: number): Promise<Recordable[]> {
    this.closing ??= this.drain(withinMs);
    return this.closing;
  }

  private async drain(withinMs: number): Promise<Recordable[]> {
    // only after `closing` is set, which lets everything leave at once
    await Promise.resolve();
    this.pump();
    if (this.unanswered.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = this.settings.time.after(withinMs, resolve);
        this.allAnswered = () => {
          timer.cancel();
          resolve();
        };
      });
    }
    for (const event of this.unanswered) {
      this.giveUp(event, `the client was closed, and it was not acknowledged within ${withinMs} ms`);
    }
    this.wake?.cancel();
    this.queue = [];
    this.retries = [];
    this.stop.abort(new Error("the client is closed"));
    return this.doubts;
  }
}

function pathOf(first: WaitingEvent): string {
  return first.alone ? `${counterPath(first.namespace, first.counter)}/events` : PATH;
}

function keyOf(namespace: string, counter: string): string {
  return JSON.stringify([namespace, counter]);
}

function fits(delta: bigint): boolean {
  return delta !== 0n && delta <= MOST_DELTA && delta >= -MOST_DELTA;
}

function halves<T>(all: T[]): T[][] {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
}
