import type { WebSocketConstructor } from "./live/socket.js";
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
  readonly WebSocket: WebSocketConstructor | undefined;
  readonly fetch: typeof fetch;
  readonly time: Time;
}

/** A day; timers of browsers have no more than 24 days. */
const MOST_MS = 86_400_000;

/**
 * @throws TypeError or RangeError that names the option
 */
export function settings(options: Options): Settings {
  return {
    address: address(options.address),
    namespace: options.namespace ?? "default",
    token: options.token,
    lingerMs: within("lingerMs", options.lingerMs ?? 5, 0, MOST_MS),
    maxBatchEvents: within("maxBatchEvents", options.maxBatchEvents ?? 1_000, 1, 10_000),
    maxBatchBytes: within("maxBatchBytes", options.maxBatchBytes ?? 1_048_576, 1, 4_194_304),
    maxInFlight: within("maxInFlight", options.maxInFlight ?? 4, 1, 1_000),
    maxWaiting: within("maxWaiting", options.maxWaiting ?? 10_000, 1, 10_000_000),
    requestTimeoutMs: within("requestTimeoutMs", options.requestTimeoutMs ?? 10_000, 1, MOST_MS),
    giveUpMs: within("giveUpMs", options.giveUpMs ?? 60_000, 1, MOST_MS),
    coalesce: options.coalesce ?? false,
    WebSocket: options.WebSocket ?? globalThis.WebSocket,
    // called as a plain function, as browsers demand
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    time: options.time ?? systemTime,
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
    throw new TypeError("address must be a URL of http or https, without credentials, query or fragment");
  }
  return found.origin + found.pathname.replace(/\/+$/, "");
}

function within(name: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} must be an integer from ${least} to ${most}, not ${value}`);
  }
  return value;
}
