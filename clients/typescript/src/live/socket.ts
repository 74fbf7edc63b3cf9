import { backOff } from "../backoff.js";
import { QuipuError, problemError } from "../errors.js";
import { members, parseExactly, type Members } from "../json.js";
import type { Settings } from "../options.js";
import type { Timer } from "../time.js";
import type { Transport } from "../transport.js";
import type { Audience, Feed } from "./live.js";
import type { Subject } from "./subjects.js";

/** What is used of a WebSocket; those of browsers, of Node 22 and of the package `ws` have it. */
export interface WebSocketLike {
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export type WebSocketConstructor = new (url: string, protocol: string) => WebSocketLike;

const PROTOCOL = "quipu.v1.json";
const AUTHENTICATE = 0;

/** The least time between two times that the service is asked for what it has refused for now. */
const AGAIN_MS = 1_000;

/** What asks for the same again would be answered the same. */
const FINAL = [400, 401, 403, 404];

/** A subject over a WebSocket at `/v1/live`. */
export class SocketFeed implements Feed {
  private socket: WebSocketLike | undefined;
  private failures = 0;
  /** The numbers of subscriptions to ask for again, one after the other: all at once may be too much at once. */
  private again: number[] = [];
  private askingAgain: Timer | undefined;
  private refusals = 0;
  private authenticated = false;
  private closed = false;
  private pingMs = 0;
  private heardAt = 0;
  private readonly timers = new Set<Timer>();

  constructor(
    private subject: Subject,
    private readonly minIntervalMs: number | undefined,
    private readonly settings: Settings,
    private readonly transport: Transport,
    private readonly audience: Audience,
  ) {}

  begin(): void {
    void this.connect();
  }

  close(): void {
    this.closed = true;
    this.drop();
  }

  private async connect(): Promise<void> {
    let token: string | undefined;
    try {
      token = await this.transport.token();
    } catch {
      this.lose();
      return;
    }
    if (this.closed) {
      return;
    }
    let socket: WebSocketLike;
    try {
      const WebSocket = this.settings.WebSocket!;
      socket = new WebSocket(`${this.settings.address.replace(/^http/, "ws")}/v1/live`, PROTOCOL);
    } catch (cause) {
      this.audience.failed(new QuipuError("failed", "No WebSocket can be made.", undefined, undefined, cause));
      return;
    }
    this.socket = socket;
    this.authenticated = false;
    const overdue = this.after(this.settings.requestTimeoutMs, () => this.lose());
    socket.onmessage = (event: { data: unknown }) => {
      overdue.cancel();
      this.hear(String(event.data), token);
    };
    socket.onerror = () => undefined;
    socket.onclose = (event: { code?: number; reason?: string }) => this.left(event.code ?? 1006, event.reason ?? "");
  }

  private hear(text: string, token: string | undefined): void {
    this.heardAt = this.settings.time.now();
    let message: Members;
    try {
      message = members(parseExactly(text), "the message");
    } catch {
      this.lose();
      return;
    }
    switch (message["type"]) {
      case "hello":
        this.greet(message);
        if (token === undefined) {
          this.subscribe();
        } else {
          this.say({ type: "authenticate", ref: AUTHENTICATE, token });
        }
        break;
      case "authenticated":
        this.authenticated = true;
        this.subscribe();
        break;
      case "subscribed":
        this.audience.subscribed(this.subject);
        this.refusals = 0;
        if (!this.askingAgain) {
          this.followNext();
        }
        break;
      case "more":
        // asked again, the service says why: for good where they are too many, or for now where it has no room
        this.followAgain(1);
        break;
      case "count":
      case "series":
        this.failures = 0;
        this.audience.heard(message);
        break;
      case "ping":
        this.say({ type: "pong" });
        break;
      case "error":
        this.refused(message);
        break;
      default:
      // what was asked for, or what a later service says
    }
  }

  private greet(hello: Members): void {
    const limits = members(hello["limits"] ?? {}, "limits");
    if (typeof limits["subscriptions"] === "number") {
      const { these, rest } = this.subject.within(limits["subscriptions"]);
      this.subject = these;
      if (rest) {
        this.audience.follow(rest);
      }
    }
    this.pingMs = typeof hello["pingMs"] === "number" && hello["pingMs"] > 0 ? hello["pingMs"] : 20_000;
    this.after(this.pingMs, () => this.ping());
  }

  /** Pings of the service itself are not told to a page, so it has to ask. */
  private ping(): void {
    if (this.settings.time.now() - this.heardAt >= 2 * this.pingMs) {
      this.lose();
    } else {
      this.say({ type: "ping" });
      this.after(this.pingMs, () => this.ping());
    }
  }

  private subscribe(): void {
    this.audience.opened(this.subject);
    this.subject.subscriptions().forEach((_, index) => this.follow(index + 1));
  }

  /** Asks for a subscription by its number, from 1. */
  private follow(ref: number): void {
    const pace = this.minIntervalMs === undefined ? {} : { minIntervalMs: this.minIntervalMs };
    this.say({ type: "subscribe", ref, ...this.subject.subscriptions()[ref - 1], ...pace });
  }

  /** Asks for a subscription again, not before a time. The last refusal of several says how long to wait. */
  private followAgain(ref: number, leastMs = AGAIN_MS): void {
    if (!this.again.includes(ref)) {
      this.again.push(ref);
    }
    if (!this.askingAgain) {
      this.refusals++;
    }
    this.askingAgain?.cancel();
    this.askingAgain = this.after(Math.max(leastMs, AGAIN_MS, backOff(this.refusals)), () => this.followNext());
  }

  private followNext(): void {
    this.askingAgain = undefined;
    const ref = this.again.shift();
    if (ref !== undefined) {
      this.follow(ref);
    }
  }

  private refused(error: Members): void {
    const status = typeof error["status"] === "number" ? error["status"] : 500;
    const words = (name: string) => (typeof error[name] === "string" ? (error[name] as string) : "");
    if (FINAL.includes(status)) {
      this.end(status, words("title"), words("detail"), words("problem") || undefined);
      return;
    }
    const ref = error["ref"];
    if (typeof ref === "number" && this.subject.subscriptions()[ref - 1]) {
      this.followAgain(ref, typeof error["retryAfter"] === "number" ? error["retryAfter"] * 1_000 : AGAIN_MS);
    }
  }

  private end(status: number, title: string, detail: string, type = "about:blank"): void {
    this.audience.failed(problemError({ type, title, status, detail }));
  }

  /** The other end, or something on the way, has closed it. */
  private left(code: number, reason: string): void {
    // what was opened by a token that has expired since may be opened by the next one
    if (code === 4401 && !this.authenticated) {
      this.end(401, "It is not known who asks", reason);
    } else if (code === 4403) {
      this.end(403, "The caller may not do this", reason);
    } else {
      this.lose();
    }
  }

  private lose(): void {
    if (this.closed) {
      return;
    }
    this.drop();
    this.audience.lost();
    if (this.closed) {
      return;
    }
    this.failures++;
    this.after(backOff(this.failures), () => void this.connect());
  }

  private drop(): void {
    this.timers.forEach((timer) => timer.cancel());
    this.timers.clear();
    this.again = [];
    this.askingAgain = undefined;
    this.refusals = 0;
    const socket = this.socket;
    this.socket = undefined;
    if (socket) {
      // what it says from now on is of yesterday; but errors that nobody hears end a process
      socket.onmessage = null;
      socket.onclose = null;
      socket.onerror = () => undefined;
      try {
        socket.close();
      } catch {
        // it was not open
      }
    }
  }

  private say(message: object): void {
    try {
      this.socket?.send(JSON.stringify(message));
    } catch {
      // it is closing, and will say so
    }
  }

  private after(ms: number, run: () => void): Timer {
    const timer = this.settings.time.after(ms, () => {
      this.timers.delete(timer);
      run();
    });
    this.timers.add(timer);
    return timer;
  }
}
