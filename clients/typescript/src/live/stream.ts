import { backOff } from "../backoff.js";
import { problemError } from "../errors.js";
import { parseExactly } from "../json.js";
import type { Settings } from "../options.js";
import type { Timer } from "../time.js";
import { answer, problemOf, type Transport } from "../transport.js";
import { EventStreamParser } from "./eventstream.js";
import type { Audience, Feed } from "./live.js";
import type { Subject } from "./subjects.js";

/** Twice as often as the service pings, unless its operator has said something else. */
const SILENCE_MS = 40_000;

const FINAL = [400, 401, 403, 404, 406];

/** One counter as Server-Sent Events, for runtimes without WebSocket. */
export class StreamFeed implements Feed {
  private failures = 0;
  private closed = false;
  private connection = new AbortController();
  private timer: Timer | undefined;

  constructor(
    private readonly path: string,
    private readonly subject: Subject,
    private readonly settings: Settings,
    private readonly transport: Transport,
    private readonly audience: Audience,
  ) {}

  begin(): void {
    void this.run();
  }

  close(): void {
    this.closed = true;
    this.timer?.cancel();
    this.connection.abort();
  }

  private async run(): Promise<void> {
    let wait = 0;
    this.connection = new AbortController();
    try {
      wait = await this.follow(this.connection.signal);
    } catch {
      // lost, or closed
    }
    if (!this.closed) {
      this.connection.abort();
      this.audience.lost();
      this.failures++;
      this.expect(Math.max(wait, backOff(this.failures)), () => void this.run());
    }
  }

  /** Until the stream ends; how long to wait before the next, if it was refused. */
  private async follow(signal: AbortSignal): Promise<number> {
    this.expect(this.settings.requestTimeoutMs, () => this.connection.abort());
    const headers = await this.transport.headers(signal);
    headers["Accept"] = "text/event-stream";
    const response = await this.transport.open(this.path, { headers, signal });
    if (response.status !== 200 || !response.body) {
      const refused = answer(response, await response.text());
      if (FINAL.includes(refused.status)) {
        this.audience.failed(problemError(problemOf(refused)));
      }
      return refused.retryAfterMs;
    }
    this.audience.opened(this.subject);
    const parser = new EventStreamParser();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      this.expect(SILENCE_MS, () => this.connection.abort());
      const { value, done } = await reader.read();
      if (done || this.closed) {
        return 0;
      }
      for (const { event, data } of parser.push(decoder.decode(value, { stream: true }))) {
        if (event === "count" || event === "series") {
          this.failures = 0;
          this.audience.heard(parseExactly(data));
        }
      }
    }
  }

  private expect(ms: number, run: () => void): void {
    this.timer?.cancel();
    // a listener may have closed it in the midst of what it was told
    this.timer = this.closed ? undefined : this.settings.time.after(ms, run);
  }
}
