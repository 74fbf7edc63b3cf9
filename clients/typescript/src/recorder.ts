import { backOff } from "./backoff.js";
import { requestOf, Retries, type Batch } from "./batches.js";
import { QuipuError } from "./errors.js";
import type { EventRef, Recordable } from "./events.js";
import { newId } from "./ids.js";
import type { Settings } from "./options.js";
import { Queue } from "./queue.js";
import { inWords, type Remembered } from "./remembered.js";
import { tell } from "./retry.js";
import type { Timer } from "./time.js";
import type { Answer, Unanswered } from "./transport.js";
import { judge, postponed, type Verdict } from "./verdict.js";
import { WaitingEvent, type Acknowledged } from "./waiting.js";

/** Sends the body of one request to record. Never fails: what goes wrong is its outcome. */
export type Send = (body: string, stop: AbortSignal, path: string) => Promise<Answer | Unanswered>;

/**
 * Takes events, sends them in batches, and repeats with the same ids what was not, or not certainly, recorded. All its
 * state is changed between two turns of the event loop only.
 */
export class Recorder {
  private readonly queue: Queue;
  private readonly retries = new Retries();
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
    private readonly remembered: Remembered,
  ) {
    this.queue = new Queue(settings);
  }

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
    const event: EventRef = {
      namespace,
      counter,
      delta,
      events,
      id: id ?? newId(),
      ...(time === undefined ? {} : { time }),
      ...(labels === undefined ? {} : { labels }),
    };
    const own = id !== undefined || time !== undefined || labels !== undefined;
    const joins = !this.closing && !own && this.queue.joins(event);
    const mate = joins ? this.queue.joined(event) : undefined;
    return (await (mate ? mate.promise : this.take(event, { joins }))).event as EventRef;
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
    const event = new WaitingEvent(added, now + this.settings.giveUpMs, how.alone);
    this.unanswered.add(event);
    this.queue.push(event, now, how.joins ?? false);
    if (!this.deadline) {
      this.watchDeadlines();
    }
    if (this.queue.length === 1 || this.queue.isFull) {
      this.pump();
    }
    return event.promise;
  }

  /** Sends what may be sent now, and sees to it that it is called again when there may be more. */
  private pump(): void {
    this.wake?.cancel();
    this.wake = undefined;
    const now = this.settings.time.now();
    while (this.inFlight < this.settings.maxInFlight && now >= this.heldUntil) {
      const batch = this.retries.next(now) ?? this.queue.next(now, this.closing !== undefined);
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
    const ofQueue = this.queue.since + (this.closing ? 0 : this.settings.lingerMs);
    return Math.max(Math.min(ofQueue, this.retries.notBefore), this.heldUntil);
  }

  private async attempt(batch: Batch): Promise<void> {
    this.inFlight++;
    const doubtful = batch.events.filter((event) => event.unknown && !event.done);
    if (doubtful.length > 0) {
      const outcome = await this.remembered.learn(doubtful, this.stop.signal);
      if (outcome) {
        this.end(batch, batch.events, postponed(outcome, batch.events.length));
        return;
      }
    }
    const events = batch.events.filter((event) => !event.done && !this.leaves(event));
    if (events.length === 0) {
      this.inFlight--;
      if (doubtful.length > 0) {
        this.pump();
      }
      return;
    }
    events.forEach((event) => event.send(this.settings.time.now()));
    const { path, body } = requestOf(events);
    const outcome = await this.send(body, this.stop.signal, path);
    events.forEach((event) => (event.sending = false));
    const happenings = events.reduce((all, event) => all + event.events, 0);
    this.end(batch, events, judge(outcome, events.length, happenings));
  }

  private end(batch: Batch, events: WaitingEvent[], verdict: Verdict): void {
    this.inFlight--;
    this.conclude(events, batch.failures + 1, verdict);
    this.pump();
  }

  /** Whether it would count twice now, as its id may be forgotten when the request has come. */
  private leaves(event: WaitingEvent): boolean {
    const windowMs = this.remembered.windowOf(event.namespace);
    const end = event.repeatableUntil(windowMs);
    if (this.settings.time.now() + this.settings.requestTimeoutMs <= end) {
      return false;
    }
    this.giveUp(event, `it is not sent again, as its namespace remembers ids for ${inWords(windowMs!)}`);
    return true;
  }

  private conclude(events: WaitingEvent[], failures: number, verdict: Verdict): void {
    const now = this.settings.time.now();
    this.heldUntil = Math.max(this.heldUntil, now + verdict.retryAfterMs);
    const atOnce = verdict.again.startsWith("at-once");
    const notBefore = Math.max(now + (atOnce ? 0 : backOff(failures)), this.heldUntil);
    const rest = events.filter((event, index) => {
      const goesOn = !event.done && event.after(verdict.endings[index]!, notBefore, () => this.until(event));
      if (!goesOn) {
        this.answered(event);
      }
      return goesOn;
    });
    const failed = verdict.endings.find((ending) => "cause" in ending) as { cause: unknown } | undefined;
    if (failed && rest[0]) {
      tell(this.settings.onRetry, failed.cause, notBefore - now, rest[0].deadline - now);
    }
    const batch = { events: rest, failures: atOnce ? failures - 1 : failures, notBefore };
    this.retries.add(batch, verdict.again.endsWith("halves"));
  }

  private giveUp(event: WaitingEvent, why: string): void {
    event.giveUp(why, () => this.until(event));
    this.answered(event);
  }

  /** Until when it may be added again with its id, if that is known, and ends. */
  private until(event: WaitingEvent): Date | undefined {
    const end = event.repeatableUntil(this.remembered.windowOf(event.namespace));
    return end === Infinity ? undefined : new Date(Date.now() + end - this.settings.time.now());
  }

  private answered(event: WaitingEvent): void {
    this.queue.shut(event);
    if (this.unanswered.delete(event) && event.inDoubt && this.closing) {
      this.doubts.push(event.ref());
    }
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
    this.queue.clean();
  }

  /** Takes no more events, and waits so long for what there is. Answers what is in doubt then. */
  close(withinMs: number): Promise<Recordable[]> {
    return (this.closing ??= this.drain(withinMs));
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
    this.queue.clean();
    this.retries.clear();
    this.stop.abort(new Error("the client is closed"));
    return this.doubts;
  }
}
