import { known, optional, text, within, type Names } from "./given.js";
import type { WebSocketConstructor } from "./live/socket.js";
import type { RetryListener } from "./retry.js";
import { systemTime, type Time } from "./time.js";

/** A key or token, or what is asked for one before each request. */
export type Token = string | (() => string | Promise<string>);

/** All but the address has a default. */
export interface Options {
  /** Where the service is: `https://count.example.org`. In a browser the page's own origin, unless given. */
  readonly address?: string | URL;
  /** Of counters that are given without one; `default`. */
  readonly namespace?: string;
  /** What to show to a service that asks who is there. */
  readonly token?: Token;
  /** How long an event waits for others, in milliseconds; 5. */
  readonly lingerMs?: number;
  /** Most events of one request, up to 10,000; 1,000. */
  readonly maxBatchEvents?: number;
  /** Most bytes of one request, up to 4 MiB; 1 MiB. */
  readonly maxBatchBytes?: number;
  /** Most requests that record at the same time; 4. */
  readonly maxInFlight?: number;
  /** Most events that are not answered yet; past it `add` fails at once. 10,000. */
  readonly maxWaiting?: number;
  /** When an attempt is given up, in milliseconds; 10,000. */
  readonly requestTimeoutMs?: number;
  /** When an event, or a read, is given up, in milliseconds after it was asked for; 60,000. */
  readonly giveUpMs?: number;
  /** Whether events of one counter without an id of their own that wait together become one event; false. */
  readonly coalesce?: boolean;
  /** Is told of attempts to record, read or change that have failed and are made again. */
  readonly onRetry?: RetryListener;
  /** For runtimes that have none, such as Node before 22: the class `WebSocket` of the package `ws`. */
  readonly WebSocket?: WebSocketConstructor;
  /** Instead of the runtime's own. */
  readonly fetch?: typeof fetch;
  /** @internal for tests */
  readonly time?: Time;
}

/** What was asked for, and the defaults of the rest. */
export interface Settings {
  /** Without a slash at its end. */
  readonly address: string;
  readonly namespace: string;
  readonly token: Token | undefined;
  readonly lingerMs: number;
  readonly maxBatchEvents: number;
  readonly maxBatchBytes: number;
  readonly maxInFlight: number;
  readonly maxWaiting: number;
  readonly requestTimeoutMs: number;
  readonly giveUpMs: number;
  readonly coalesce: boolean;
  readonly onRetry: RetryListener | undefined;
  readonly WebSocket: WebSocketConstructor | undefined;
  readonly fetch: typeof fetch;
  readonly time: Time;
}

/** A day; timers of browsers have no more than 24 days. */
export const MOST_MS = 86_400_000;

const NAMES: Names<Options> = {
  address: true,
  namespace: true,
  token: true,
  lingerMs: true,
  maxBatchEvents: true,
  maxBatchBytes: true,
  maxInFlight: true,
  maxWaiting: true,
  requestTimeoutMs: true,
  giveUpMs: true,
  coalesce: true,
  onRetry: true,
  WebSocket: true,
  fetch: true,
  time: true,
};

/**
 * @throws TypeError or RangeError that names the option
 */
export function settings(options: Options): Settings {
  const {
    namespace = "default",
    token,
    lingerMs = 5,
    maxBatchEvents = 1_000,
    maxBatchBytes = 1_048_576,
    maxInFlight = 4,
    maxWaiting = 10_000,
    requestTimeoutMs = 10_000,
    giveUpMs = 60_000,
    coalesce = false,
    onRetry,
    WebSocket = globalThis.WebSocket,
    // called as a plain function, as browsers demand
    fetch = (...request: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...request),
    time = systemTime,
  } = known("QuipuClient", options, NAMES);
  return {
    address: address(options.address),
    namespace: text("namespace", namespace),
    token: typeof token === "function" || token === undefined ? token : text("token", token),
    lingerMs: within("lingerMs", lingerMs, 0, MOST_MS),
    maxBatchEvents: within("maxBatchEvents", maxBatchEvents, 1, 10_000),
    maxBatchBytes: within("maxBatchBytes", maxBatchBytes, 1, 4_194_304),
    maxInFlight: within("maxInFlight", maxInFlight, 1, 1_000),
    maxWaiting: within("maxWaiting", maxWaiting, 1, 10_000_000),
    requestTimeoutMs: within("requestTimeoutMs", requestTimeoutMs, 1, MOST_MS),
    giveUpMs: within("giveUpMs", giveUpMs, 1, MOST_MS),
    coalesce: optional("coalesce", coalesce, "boolean"),
    onRetry: optional("onRetry", onRetry, "function"),
    WebSocket: optional("WebSocket", WebSocket, "function"),
    fetch: optional("fetch", fetch, "function"),
    time,
  };
}

function address(given: string | URL | undefined): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  let found: URL;
  try {
    found = given === undefined && page ? new URL("/", page) : new URL(given ?? "", page);
  } catch {
    throw new TypeError(`address must be a URL such as http://localhost:8080, not ${String(given)}`);
  }
  if (!/^https?:$/.test(found.protocol) || found.username || found.search || found.hash) {
    throw new TypeError(
      "address must be a URL of http or https, such as http://localhost:8080, without credentials, query or fragment;" +
        " token has a key",
    );
  }
  return found.origin + found.pathname.replace(/\/+$/, "");
}
