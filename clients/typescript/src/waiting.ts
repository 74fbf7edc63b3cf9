import { QuipuError, problemError, wordsOf, type Problem } from "./errors.js";
import { isStatement, isValue, membersOf, type Incremented, type Recordable } from "./events.js";

/** What is known of an event that is recorded. */
export interface Acknowledged {
  readonly event: Recordable;
  /** The answer of kind `linear`. */
  readonly value?: Incremented | undefined;
}

/** An event from when it is added until it is known, or given up, what became of it. */
export class WaitingEvent {
  readonly promise: Promise<Acknowledged>;
  /** With those that were added to it. */
  delta = 0n;
  /** How many happenings it stands for. */
  events = 1;
  /** Whether an attempt may have written it. */
  unknown = false;
  sending = false;
  done = false;
  /** Why it has to be sent again. */
  cause: unknown;
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

  /** Whether it counts once although it is sent again. */
  get repeatable(): boolean {
    return !isValue(this.added);
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

  recorded(value?: Incremented): void {
    this.done = true;
    this.resolve({ event: this.ref(), value });
  }

  /** An answer that holds for every attempt, unless one before may have written it. */
  final(problem: Problem): void {
    this.done = true;
    this.reject(
      this.unknown
        ? this.inDoubt(`an earlier attempt may have counted it, the last was answered ${problem.status}`, problem)
        : problemError(problem, this.ref()),
    );
  }

  /** There is no more time for it. Answers whether it is in doubt. */
  giveUp(why: string): boolean {
    this.done = true;
    const doubt = this.unknown || this.sending;
    this.reject(
      doubt
        ? this.inDoubt(why)
        : new QuipuError(
            "refused",
            `The event of ${this.counter} is not counted: ${why}${wordsOf(this.cause)}`,
            undefined,
            this.ref(),
            this.cause,
          ),
    );
    return doubt;
  }

  private inDoubt(why: string, problem?: Problem): QuipuError {
    return new QuipuError(
      "in-doubt",
      `The ${this.named()} of ${this.counter} may or may not be counted: ${why}${wordsOf(this.cause)}. ${this.advice()}`,
      problem,
      this.ref(),
      this.cause,
    );
  }

  private named(): string {
    if (isValue(this.added)) {
      return "value";
    }
    return isStatement(this.added) ? `version ${this.added.version}` : `event ${this.added.id}`;
  }

  private advice(): string {
    if (isValue(this.added)) {
      return "It has no id: added again it may count twice.";
    }
    return isStatement(this.added) ? "Added again it stands once." : "Added again with its id it counts once.";
  }
}
