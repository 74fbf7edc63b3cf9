import type { Recordable } from "./events.js";

/** What the service says is wrong (RFC 9457). */
export interface Problem {
  /** Stable, for programs to tell problems apart: `/problems/invalid-event`. `about:blank` if it is none of the service. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** This problem in words; names the field and the limit. */
  readonly detail: string;
  /** The field at fault, if it is one. */
  readonly field?: string;
  /** The place in the request of the first event at fault, from 0. */
  readonly index?: number;
  /** The id of the request, which is in the log of the service too. */
  readonly instance?: string;
}

/**
 * What has failed:
 *
 * - `problem`: the service has answered, and the same again would be answered the same. See `problem`.
 * - `in-doubt`: the event may have been counted, or not. Add it again with the same id, and it counts once; a value of
 *   kind `sketch` has none. Of a change, such as a reset: it may have been made, or not.
 * - `refused`: no attempt has written anything, and there was no more time. The event is certainly not counted, or the change not
 *   made.
 * - `full`: too many events are unanswered; this one was not taken.
 * - `closed`: the client is closed.
 * - `failed`: anything else: no answer to a read, or one that cannot be read. See `cause`.
 */
export type ErrorCode = "problem" | "in-doubt" | "refused" | "full" | "closed" | "failed";

export class QuipuError extends Error {
  override readonly name = "QuipuError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** The answer that ended it; of an event in doubt, one that does not say what became of earlier attempts. */
    readonly problem?: Problem,
    /** The event that it is about; `QuipuClient.record` adds it again. */
    readonly event?: Recordable,
    cause?: unknown,
    /**
     * Of an event in doubt: until when its namespace remembers its id, so that it counts once if it is added again. Absent
     * where that has no end, or is not known.
     */
    readonly until?: Date,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** A problem as an error. */
export function problemError(problem: Problem, event?: Recordable): QuipuError {
  const words = problem.detail || problem.title || "no details";
  return new QuipuError("problem", `${problem.status}: ${words}`, problem, event);
}

/** Why something has failed, in brackets behind a sentence. */
export function wordsOf(cause: unknown): string {
  const problem = cause as Partial<Problem> | undefined;
  const found = cause instanceof Error ? cause.message : problem?.detail;
  return found ? ` (${found})` : "";
}
