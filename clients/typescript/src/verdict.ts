import type { Problem } from "./errors.js";
import type { Incremented } from "./events.js";
import { date, elements, integer, members, parseExactly, text, type Members } from "./json.js";
import { isAnswer, problemOf, type Answer, type Unanswered } from "./transport.js";

/** How an attempt has ended for one event. */
export type Ending =
  | { readonly end: "recorded"; readonly value?: Incremented }
  /** Nothing was written. */
  | { readonly end: "not-written"; readonly cause: unknown }
  /** It may have been written. */
  | { readonly end: "unknown"; readonly cause: unknown }
  /** The answer is the event's. */
  | { readonly end: "final"; readonly problem: Problem }
  /** Nothing was written, because of another event or of the size of the request. */
  | { readonly end: "spared" };

/** How an attempt has ended for each of its events, and when the rest of them may be sent again. */
export interface Verdict {
  readonly endings: readonly Ending[];
  readonly again: "later" | "later-in-halves" | "at-once" | "at-once-in-halves";
  /** Nothing is to be recorded before, in milliseconds. */
  readonly retryAfterMs: number;
}

const OUTCOME_UNKNOWN = "/problems/outcome-unknown";

/**
 * Says what is known after an attempt, and claims nothing else: what cannot be told is `unknown`.
 *
 * @param events how many were sent
 * @param happenings how many happenings they stand for
 */
export function judge(outcome: Answer | Unanswered, events: number, happenings = events): Verdict {
  if (!isAnswer(outcome)) {
    const { cause } = outcome;
    return all(events, outcome.unsent ? { end: "not-written", cause } : { end: "unknown", cause }, 0);
  }
  if (outcome.status === 201) {
    return all(events, recordedAll(outcome, happenings), outcome.retryAfterMs);
  }
  if (outcome.status === 207) {
    return { endings: partly(outcome, events), again: "later", retryAfterMs: outcome.retryAfterMs };
  }
  if (outcome.status === 413 && events > 1) {
    return { ...all(events, { end: "spared" }, outcome.retryAfterMs), again: "at-once-in-halves" };
  }
  return refused(outcome, events);
}

/** Nothing was sent, as something else has to be known before. */
export function postponed(outcome: Answer | Unanswered, events: number): Verdict {
  const cause = isAnswer(outcome) ? problemOf(outcome) : outcome.cause;
  return all(events, { end: "not-written", cause }, isAnswer(outcome) ? outcome.retryAfterMs : 0);
}

function refused(answer: Answer, events: number): Verdict {
  const problem = problemOf(answer);
  const index = problem.index;
  const ending = endingOf(answer.status, problem);
  if ([400, 403, 404].includes(answer.status) && index !== undefined && index >= 0 && index < events) {
    const endings: Ending[] = Array<Ending>(events).fill({ end: "spared" });
    endings[index] = ending;
    return { endings, again: "at-once", retryAfterMs: answer.retryAfterMs };
  }
  const verdict = all(events, ending, answer.retryAfterMs);
  return answer.status === 429 ? { ...verdict, again: "later-in-halves" } : verdict;
}

function all(events: number, ending: Ending, retryAfterMs: number): Verdict {
  return { endings: Array<Ending>(events).fill(ending), again: "later", retryAfterMs };
}

/** @param problem of the service if its type says so */
export function endingOf(status: number, problem: Problem): Ending {
  const ours = problem.type.startsWith("/problems/") && problem.type !== OUTCOME_UNKNOWN;
  switch (status) {
    case 408:
    case 429:
    case 503:
      return { end: ours ? "not-written" : "unknown", cause: problem };
    case 500:
    case 502:
    case 504:
      return { end: "unknown", cause: problem };
    default:
      // what says neither yes nor no comes from somebody in between
      return status < 300 ? { end: "unknown", cause: problem } : { end: "final", problem };
  }
}

/** Somebody in between may have answered, or the answer may be of something else. */
function recordedAll(answer: Answer, happenings: number): Ending {
  try {
    const json = members(parseExactly(answer.body), "the answer");
    if (json["status"] === "recorded" && integer(json["events"], "events") === BigInt(happenings)) {
      return { end: "recorded", ...("count" in json ? { value: incremented(json) } : {}) };
    }
    throw new TypeError("the answer speaks of other events");
  } catch (cause) {
    return { end: "unknown", cause };
  }
}

function incremented(json: Members): Incremented {
  return {
    count: integer(json["count"], "count"),
    ...("remaining" in json ? { remaining: integer(json["remaining"], "remaining") } : {}),
    ...("resets" in json ? { resets: date(json["resets"], "resets") } : {}),
  };
}

function partly(answer: Answer, events: number): Ending[] {
  try {
    const json = members(parseExactly(answer.body), "the answer");
    const results = elements(json["results"], "results");
    const endings: Ending[] = Array<Ending>(events).fill({ end: "recorded" });
    const listed = new Set<number>();
    for (const result of results) {
      const each = members(result, "result");
      const index = Number(integer(each["index"], "index"));
      const status = Number(integer(each["status"], "status"));
      if (index < 0 || index >= events || status < 400 || status > 599) {
        throw new TypeError("the results do not fit the events");
      }
      listed.add(index);
      const problem = {
        type: text(each["type"], "type"),
        title: typeof each["title"] === "string" ? each["title"] : "",
        status,
        detail: typeof each["detail"] === "string" ? each["detail"] : "",
        ...(typeof each["field"] === "string" ? { field: each["field"] } : {}),
      };
      endings[index] = endingOf(status, problem);
    }
    if (
      integer(json["failed"], "failed") !== BigInt(listed.size) ||
      integer(json["recorded"], "recorded") !== BigInt(events - listed.size)
    ) {
      throw new TypeError("the results do not fit their number");
    }
    return endings;
  } catch (cause) {
    return Array<Ending>(events).fill({ end: "unknown", cause });
  }
}
