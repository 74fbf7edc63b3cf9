import { backOff } from "./backoff.js";
import type { Call } from "./call.js";
import { QuipuError, problemError, wordsOf } from "./errors.js";
import { parseExactly } from "./json.js";
import type { Settings } from "./options.js";
import { tell } from "./retry.js";
import { pause } from "./time.js";
import { isAnswer, problemOf, type Answer, type Transport, type Unanswered } from "./transport.js";
import { endingOf } from "./verdict.js";

/** Of what may be answered otherwise soon. */
export const PASSING: readonly number[] = [408, 429, 500, 502, 503, 504];

/**
 * Makes calls, each until it is answered, or given up. A change that may have been made is never told as one that was, or
 * was not.
 */
export class Caller {
  private readonly stop = new AbortController();

  constructor(
    private readonly settings: Settings,
    private readonly transport: Transport,
  ) {}

  close(): void {
    this.stop.abort(new QuipuError("closed", "The client is closed."));
  }

  async ask<T>(call: Call<T>): Promise<T> {
    const { time, giveUpMs } = this.settings;
    const deadline = time.now() + giveUpMs;
    let doubt: Answer | Unanswered | undefined;
    for (let failures = 1; ; failures++) {
      if (this.stop.signal.aborted) {
        throw doubt ? inDoubt(call, doubt) : (this.stop.signal.reason as Error);
      }
      const outcome = await this.transport.send(call.method, call.path, call.body, this.stop.signal, call.leastTimeoutMs);
      if (isAnswer(outcome) && outcome.status >= 200 && outcome.status < 300) {
        return parsed(call, outcome);
      }
      if (isAnswer(outcome) && !PASSING.includes(outcome.status)) {
        throw doubt ? inDoubt(call, outcome) : problemError(problemOf(outcome));
      }
      if (call.change && !wroteNothing(outcome)) {
        doubt = outcome;
        if (!call.repeatable) {
          throw inDoubt(call, doubt);
        }
      }
      const wait = Math.max(backOff(failures), isAnswer(outcome) ? outcome.retryAfterMs : 0);
      if (time.now() + wait >= deadline) {
        throw doubt ? inDoubt(call, doubt) : exhausted(call, outcome);
      }
      if (!this.stop.signal.aborted) {
        tell(this.settings.onRetry, causeOf(outcome), wait, deadline - time.now());
        await pause(time, wait);
      }
    }
  }
}

function parsed<T>(call: Call<T>, answer: Answer): T {
  try {
    return call.read(parseExactly(answer.body));
  } catch (cause) {
    const words = `The answer cannot be read${wordsOf(cause)}`;
    throw call.change
      ? new QuipuError("in-doubt", `${maybe(call.change)}: ${words}.`, undefined, undefined, cause)
      : new QuipuError("failed", words, undefined, undefined, cause);
  }
}

function wroteNothing(outcome: Answer | Unanswered): boolean {
  return isAnswer(outcome) ? endingOf(outcome.status, problemOf(outcome)).end === "not-written" : outcome.unsent;
}

function causeOf(outcome: Answer | Unanswered): unknown {
  return isAnswer(outcome) ? problemOf(outcome) : outcome.cause;
}

function maybe(change: string): string {
  return `It is not known whether this was done: ${change}`;
}

function inDoubt(call: Call<unknown>, outcome: Answer | Unanswered): QuipuError {
  const problem = isAnswer(outcome) ? problemOf(outcome) : undefined;
  const cause = causeOf(outcome);
  return new QuipuError("in-doubt", maybe(call.change ?? "") + wordsOf(cause), problem, undefined, cause);
}

function exhausted(call: Call<unknown>, outcome: Answer | Unanswered): QuipuError {
  const cause = causeOf(outcome);
  if (call.change) {
    const problem = isAnswer(outcome) ? problemOf(outcome) : undefined;
    return new QuipuError("refused", `This was not done: ${call.change}${wordsOf(cause)}`, problem, undefined, cause);
  }
  return isAnswer(outcome)
    ? problemError(problemOf(outcome))
    : new QuipuError("failed", `There was no answer${wordsOf(cause)}`, undefined, undefined, cause);
}
