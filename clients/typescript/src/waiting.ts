import { QuipuError, problemError, type EventRef, type Problem } from "./errors.js";

/** An event from when it is added until it is known, or given up, what became of it. */
export class WaitingEvent implements EventRef {
  readonly promise: Promise<EventRef>;
  /** Whether an attempt may have written it. */
  unknown = false;
  sending = false;
  done = false;
  /** Why it has to be sent again. */
  cause: unknown;
  private resolve!: (event: EventRef) => void;
  private reject!: (error: QuipuError) => void;

  constructor(
    readonly namespace: string,
    readonly counter: string,
    public delta: bigint,
    public events: number,
    readonly id: string,
    readonly time: string | undefined,
    /** When it is given up. */
    readonly deadline: number,
    readonly labels?: Readonly<Record<string, string>>,
  ) {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** What it is, for others to keep. */
  ref(): EventRef {
    return {
      namespace: this.namespace,
      counter: this.counter,
      delta: this.delta,
      events: this.events,
      id: this.id,
      ...(this.time === undefined ? {} : { time: this.time }),
      ...(this.labels === undefined ? {} : { labels: this.labels }),
    };
  }

  json(): string {
    return (
      `{"namespace":${JSON.stringify(this.namespace)},"counter":${JSON.stringify(this.counter)},` +
      `"delta":${this.delta},` +
      // an older service does not know the member, and does not need it for one
      (this.events === 1 ? "" : `"events":${this.events},`) +
      (this.time === undefined ? "" : `"time":${JSON.stringify(this.time)},`) +
      (this.labels === undefined ? "" : `"labels":${JSON.stringify(this.labels)},`) +
      `"id":${JSON.stringify(this.id)}}`
    );
  }

  recorded(): void {
    this.done = true;
    this.resolve(this.ref());
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
            `The event of ${this.counter} is not counted: ${why}${words(this.cause)}`,
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
      `The event ${this.id} of ${this.counter} may or may not be counted: ${why}${words(this.cause)}. ` +
        "Added again with its id it counts once.",
      problem,
      this.ref(),
      this.cause,
    );
  }
}

function words(cause: unknown): string {
  if (cause instanceof Error) {
    return ` (${cause.message})`;
  }
  const problem = cause as Partial<Problem> | undefined;
  return problem?.detail ? ` (${problem.detail})` : "";
}
