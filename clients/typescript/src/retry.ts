import { QuipuError, problemError, wordsOf, type Problem } from "./errors.js";

/** An attempt that has failed, and will be made again. */
export interface Retry {
  readonly why: QuipuError;
  /** Until the next attempt. */
  readonly pauseMs: number;
  /** Until no more are made. */
  readonly leftMs: number;
}

export type RetryListener = (retry: Retry) => void;

/** Tells of a failure. */
export function tell(listener: RetryListener | undefined, cause: unknown, pauseMs: number, leftMs: number): void {
  if (!listener) {
    return;
  }
  const problem = (cause as Partial<Problem> | undefined)?.type === undefined ? undefined : (cause as Problem);
  const words = `The attempt failed${wordsOf(cause)}`;
  const why = problem ? problemError(problem) : new QuipuError("failed", words, undefined, undefined, cause);
  try {
    listener({ why, pauseMs, leftMs });
  } catch (error) {
    // its own fault, and not that of the attempt
    queueMicrotask(() => {
      throw error;
    });
  }
}
