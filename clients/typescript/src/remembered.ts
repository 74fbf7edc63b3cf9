import { readNamespace } from "./admin/namespaces.js";
import { PASSING } from "./caller.js";
import { parseExactly } from "./json.js";
import type { Settings } from "./options.js";
import { isAddressable, settingsPath } from "./paths.js";
import { isAnswer, type Answer, type Transport, type Unanswered } from "./transport.js";

/** How long what was learned is believed; settings may be changed. */
const BELIEVED_MS = 60_000;

const MOST_NAMESPACES = 1_000;

/** Kind `linear` remembers a number of ids, and each for this long at least, however many come. */
const OF_A_NUMBER_MS = 120_000;

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  y: 365 * 86_400_000,
};

interface Named {
  readonly namespace: string;
}

/** How long namespaces remember ids. */
export interface Remembered {
  /** Learns it of the namespaces of counters; answers what came instead where that has to be tried again. */
  learn(counters: readonly Named[], stop: AbortSignal): Promise<Answer | Unanswered | undefined>;
  /** In milliseconds; undefined where it is not known, as the caller may not read the namespace. */
  windowOf(namespace: string): number | undefined;
  forget(namespace: string): void;
}

/** Asks the service when it is needed, and remembers the answer for a minute. */
export class AskedWindows implements Remembered {
  private readonly learned = new Map<string, { windowMs: number | undefined; at: number }>();

  constructor(
    private readonly settings: Settings,
    private readonly transport: Transport,
  ) {}

  async learn(counters: readonly Named[], stop: AbortSignal): Promise<Answer | Unanswered | undefined> {
    for (const namespace of new Set(counters.map((counter) => counter.namespace))) {
      const learned = this.learned.get(namespace);
      if (isAddressable(namespace) && !(learned && this.settings.time.now() - learned.at < BELIEVED_MS)) {
        const outcome = await this.transport.send("GET", settingsPath(namespace), undefined, stop);
        if (!isAnswer(outcome) || PASSING.includes(outcome.status)) {
          return outcome;
        }
        this.keep(namespace, windowIn(outcome));
      }
    }
    return undefined;
  }

  private keep(namespace: string, windowMs: number | undefined): void {
    this.learned.delete(namespace);
    this.learned.set(namespace, { windowMs, at: this.settings.time.now() });
    if (this.learned.size > MOST_NAMESPACES) {
      this.forget(this.learned.keys().next().value!);
    }
  }

  windowOf(namespace: string): number | undefined {
    return this.learned.get(namespace)?.windowMs;
  }

  forget(namespace: string): void {
    this.learned.delete(namespace);
  }
}

function windowIn(answer: Answer): number | undefined {
  try {
    return windowMs(readNamespace(parseExactly(answer.body)).settings.deduplicate);
  } catch {
    return undefined;
  }
}

/** In milliseconds, how long an id is remembered for certain; kinds without the setting forget nothing. */
export function windowMs(deduplicate: string | number | undefined): number {
  if (deduplicate === "off") {
    return 0;
  }
  if (/^\d+$/.test(String(deduplicate))) {
    return OF_A_NUMBER_MS;
  }
  const [, digits, unit] = /^(\d+)([smhdy])$/.exec(String(deduplicate)) ?? [];
  return digits === undefined ? Infinity : Number(digits) * UNITS[unit!]!;
}

export function inWords(windowMs: number): string {
  return windowMs === 0 ? "no time" : `${windowMs / 1_000} s`;
}
