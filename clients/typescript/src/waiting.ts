import { QuipuError, problemError, wordsOf, type Problem } from "./errors.js";
import { isStatement, isValue, membersOf, type Incremented, type Recordable } from "./events.js";
import type { Ending } from "./verdict.js";

/** What is known of an event that is recorded. */
export interface Acknowledged {
  readonly event: Recordable;
  /** The answer of kind `linear`. */
  readonly value?: Incremented | undefined;
}

/** Until when an event may be added again with its id, if that is known, and ends. */
type Until = () => Date | undefined;

/** An event from when it is added until it is known, or given up, what became of it. */
export class WaitingEvent {
  readonly promise: Promise<Acknowledged>;
  /** With those that were added to it. */
  delta = 0n;
  /** How many happenings it stands for. */
  events = 1;
  sending = false;
  /** Whether it has ended so. */
  inDoubt = false;
  done = false;
  /** Why it has to be sent again. */
  private cause: unknown;
  private sentAt = -Infinity;
  /** When the first attempt began that may have written it. */
  private maybeAt: number | undefined;
  private resolve!: (acknowledged: Acknowledged) => void;
  private reject!: (error: QuipuError) => void;

  constructor(
    private readonly added: Recordable,
    /** When it is given up. */
    readonly deadline: number,
    /** Whether its answer is its own, so that no other event may be in its request. */
    readonly alone = false,
  ) {
    if ("delta" in added) {
      this.delta = added.delta;
      this.events = added.events;
    }
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  get namespace(): string {
    return this.added.namespace;
  }

  get counter(): string {
    return this.added.counter;
  }

  /** Whether an attempt may have written it. */
  get unknown(): boolean {
    return this.maybeAt !== undefined;
  }

  /** An attempt begins. */
  send(now: number): void {
    this.sending = true;
    this.sentAt = now;
  }

  /** Until when it counts once although it is sent again, where ids are remembered for so long. */
  repeatableUntil(windowMs: number | undefined): number {
    const since = this.maybeAt ?? (this.sending ? this.sentAt : undefined);
    return since === undefined || windowMs === undefined || isStatement(this.added) ? Infinity : since + windowMs;
  }

  /** What it is, for others to keep. */
  ref(): Recordable {
    return "delta" in this.added ? { ...this.added, delta: this.delta, events: this.events } : this.added;
  }

  json(): string {
    const members = membersOf(this.ref());
    // the path of what is sent alone has its names
    return this.alone
      ? `{${members.slice(1)}}`
      : `{"namespace":${JSON.stringify(this.namespace)},"counter":${JSON.stringify(this.counter)}${members}}`;
  }

  /**
   * An attempt has ended. Whether the event is to be sent again; otherwise it has ended, too.
   *
   * @param notBefore when the next attempt would begin
   */
  after(ending: Ending, notBefore: number, until: Until): boolean {
    if (ending.end === "recorded") {
      this.done = true;
      this.resolve({ event: this.ref(), value: ending.value });
    } else if (ending.end === "final") {
      this.final(ending.problem, until);
    } else if (ending.end === "spared") {
      this.goOn(notBefore, until);
    } else {
      this.cause = ending.cause;
      if (ending.end === "unknown") {
        this.maybeAt ??= this.sentAt;
      }
      if (ending.end === "unknown" && isValue(this.added)) {
        this.giveUp("there was no answer to rely on", until);
      } else {
        this.goOn(notBefore, until);
      }
    }
    return !this.done;
  }

  private goOn(notBefore: number, until: Until): void {
    if (notBefore >= this.deadline) {
      this.giveUp("there was no time for another attempt", until);
    }
  }

  /** An answer that holds for every attempt, unless one before may have written it. */
  private final(problem: Problem, until: Until): void {
    this.done = true;
    this.reject(
      this.unknown
        ? this.doubt(`an earlier attempt may have counted it, the last was answered ${problem.status}`, until, problem)
        : problemError(problem, this.ref()),
    );
  }

  /** There is no more time for it. */
  giveUp(why: string, until: Until): void {
    this.done = true;
    const words = `The event of ${this.counter} is not counted: ${why}${wordsOf(this.cause)}`;
    this.reject(
      this.unknown || this.sending
        ? this.doubt(why, until)
        : new QuipuError("refused", words, undefined, this.ref(), this.cause),
    );
  }

  private doubt(why: string, end: Until, problem?: Problem): QuipuError {
    this.inDoubt = true;
    const until = end();
    return new QuipuError(
      "in-doubt",
      `The ${this.named()} of ${this.counter} may or may not be counted: ${why}${wordsOf(this.cause)}. ${this.advice(until)}`,
      problem,
      this.ref(),
      this.cause,
      until,
    );
  }

  private named(): string {
    if (isValue(this.added)) {
      return "value";
    }
    return isStatement(this.added) ? `version ${this.added.version}` : `event ${this.added.id}`;
  }

  private advice(until: Date | undefined): string {
    if (isValue(this.added)) {
      return "It has no id: added again it may count twice.";
    }
    if (isStatement(this.added)) {
      return "Added again it stands once.";
    }
    return until
      ? `Added again with its id it counts once until ${until.toISOString()}, and may count twice then.`
      : "Added again with its id it counts once.";
  }
}
