import type { Problem } from "./errors.js";
import { text } from "./given.js";
import { members, parseExactly } from "./json.js";
import type { Settings } from "./options.js";

/** What came back of a request. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The problem, if the service itself has sent one. */
  readonly problem?: Problem;
  /** What `Retry-After` says, in milliseconds; 0 without it. */
  readonly retryAfterMs: number;
}

/** Nothing came back. */
export interface Unanswered {
  readonly status: 0;
  /** Whether the service certainly has not seen the request. */
  readonly unsent: boolean;
  readonly cause: unknown;
}

export function isAnswer(outcome: Answer | Unanswered): outcome is Answer {
  return outcome.status !== 0;
}

/** One attempt of a request, within a time. Repeats nothing, and never throws. */
export class Transport {
  constructor(private readonly settings: Settings) {}

  /** The token that is to be shown, if any. */
  async token(): Promise<string | undefined> {
    const token = this.settings.token;
    // nobody who forgets to answer is to ask as somebody else, or as "null"
    return typeof token === "function" ? text("what token() answers", await token()) : token;
  }

  async send(
    method: string,
    path: string,
    body?: string,
    stop?: AbortSignal,
    leastTimeoutMs = 0,
  ): Promise<Answer | Unanswered> {
    const abort = new AbortController();
    const most = Math.max(this.settings.requestTimeoutMs, leastTimeoutMs);
    const timer = this.settings.time.after(most, () => abort.abort(new Error(`no answer within ${most} ms`)));
    const stopped = () => abort.abort(stop?.reason);
    stop?.addEventListener("abort", stopped);
    if (stop?.aborted) {
      stopped();
    }
    let sent = false;
    try {
      const headers = await this.headers(abort.signal);
      if (body !== undefined) {
        headers["Content-Type"] = "application/json";
      }
      sent = true;
      const response = await this.open(path, { method, headers, signal: abort.signal, body: body ?? null });
      return answer(response, await response.text());
    } catch (cause) {
      const why = abort.signal.aborted ? abort.signal.reason : cause;
      return { status: 0, unsent: !sent || (!abort.signal.aborted && isConnectFailure(cause)), cause: why };
    } finally {
      timer.cancel();
      stop?.removeEventListener("abort", stopped);
    }
  }

  /** Those that say who asks; whoever is asked for a token may take no longer than the request. */
  async headers(signal: AbortSignal): Promise<Record<string, string>> {
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }),
    );
    aborted.catch(() => undefined);
    const token = await Promise.race([this.token(), aborted]);
    return token === undefined ? {} : { Authorization: `Bearer ${token}` };
  }

  open(path: string, init: RequestInit): Promise<Response> {
    return this.settings.fetch(this.settings.address + path, {
      // A redirected POST would become a GET, or take the events elsewhere.
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      ...init,
    });
  }
}

/** Sees to it that a request has ended before the next is made, and how. */
export function answer(response: Response, body: string): Answer {
  const problem = readProblem(response, body);
  return {
    // what a browser makes of a redirect has no status
    status: response.type === "opaqueredirect" ? 302 : response.status,
    body,
    ...(problem ? { problem } : {}),
    retryAfterMs: retryAfter(response.headers.get("Retry-After")),
  };
}

function readProblem(response: Response, body: string): Problem | undefined {
  if (!/^application\/problem\+json\b/i.test(response.headers.get("Content-Type") ?? "")) {
    return undefined;
  }
  try {
    const json = members(parseExactly(body), "the problem");
    const type = json["type"];
    if (typeof type !== "string" || !type.startsWith("/problems/")) {
      return undefined;
    }
    const words = (name: string) => (typeof json[name] === "string" ? (json[name] as string) : "");
    return {
      type,
      title: words("title"),
      status: response.status,
      detail: words("detail"),
      ...(json["field"] ? { field: words("field") } : {}),
      ...(Number.isSafeInteger(json["index"]) ? { index: json["index"] as number } : {}),
      ...(json["instance"] ? { instance: words("instance") } : {}),
    };
  } catch {
    return undefined;
  }
}

/** Seconds, or a date; what is neither asks for nothing. */
export function retryAfter(header: string | null, now: number = Date.now()): number {
  if (header === null) {
    return 0;
  }
  if (/^\s*\d+\s*$/.test(header)) {
    return Number(header) * 1_000;
  }
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

/** Only Node tells; a browser keeps to itself how far a request has come. */
function isConnectFailure(error: unknown): boolean {
  const cause = (error as { cause?: { code?: string; syscall?: string; errors?: unknown[] } } | null)?.cause;
  if (!cause) {
    return false;
  }
  if (cause.errors && cause.errors.length > 0) {
    return cause.errors.every((each) => isConnectFailure({ cause: each }));
  }
  return (
    cause.syscall === "connect" || cause.syscall === "getaddrinfo" || cause.code === "UND_ERR_CONNECT_TIMEOUT"
  );
}

/** An answer that a problem of the service does not explain. */
export function problemOf(answer: Answer): Problem {
  return (
    answer.problem ?? {
      type: "about:blank",
      title: "An answer that is none of the service",
      status: answer.status,
      detail: answer.body.slice(0, 200),
    }
  );
}

