import { backoff } from "./backoff.js";
import { parseExact } from "./numbers.js";

const LEAST_INTERVAL_MS = 100;
/** Keeps a subscribe message below a frame of 64 KiB, even if each name is 512 control characters. */
const NAMES_PER_MESSAGE = 20;
const HELLO_PATIENCE_MS = 10_000;

/**
 * One WebSocket that follows counters, for as long as the page is open. It comes back by itself and
 * subscribes again.
 *
 * Events: `state` (read `state` and `retryAt`), `count` and `refused` (`detail` is the message).
 */
export class LiveConnection extends EventTarget {
  /** "connecting", "open" or "waiting" (until `retryAt`, in the time of Date.now). */
  state = "connecting";
  retryAt = 0;
  /** Since when there has been no connection (in the time of Date.now); null while there is, and before the first. */
  downSince = null;

  #url;
  #socket = null;
  #timer = null;
  #watch = null;
  #pingMs = 20_000;
  #heardAt = 0;
  #failures = 0;
  #lastRef = 0;
  #asked = new Map();
  #namespace = null;
  #followed = new Set();

  constructor(url) {
    super();
    this.#url = url;
    addEventListener("online", () => this.reconnect());
  }

  /** Follows these counters instead of what was followed before. */
  follow(namespace, names) {
    if (this.#followed.size > 0) {
      this.#ask("unsubscribe", this.#namespace, [...this.#followed]);
    }
    this.#asked.clear();
    this.#namespace = namespace;
    this.#followed = new Set();
    this.followAlso(names);
  }

  /** Follows more counters of the namespace; those that were refused are asked for again. */
  followAlso(names) {
    const unfollowed = names.filter((name) => !this.#followed.has(name));
    unfollowed.forEach((name) => this.#followed.add(name));
    this.#subscribe(unfollowed);
  }

  /** Connects now if it is waiting to. */
  reconnect() {
    if (this.state === "waiting") {
      this.connect();
    }
  }

  connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#heardAt = Date.now();
    this.#timer = setTimeout(() => this.#lost(), HELLO_PATIENCE_MS);
    socket.onmessage = (event) => this.#hear(parseExact(event.data));
    socket.onclose = () => this.#lost();
    this.#enter("connecting");
  }

  #hear(message) {
    this.#heardAt = Date.now();
    switch (message.type) {
      case "hello":
        this.#opened(message);
        break;
      case "count":
        this.dispatchEvent(new CustomEvent("count", { detail: message }));
        break;
      case "ping":
        this.#send({ type: "pong" });
        break;
      case "subscribed":
        this.#asked.delete(message.ref);
        break;
      case "error":
        this.#refused(message);
        break;
    }
  }

  #opened(hello) {
    clearTimeout(this.#timer);
    this.#failures = 0;
    this.downSince = null;
    this.#pingMs = hello.pingMs;
    this.#watch = setInterval(() => this.#checkAlive(), this.#pingMs);
    this.#asked.clear();
    this.#enter("open");
    this.#subscribe([...this.#followed]);
  }

  #checkAlive() {
    const silence = Date.now() - this.#heardAt;
    if (silence > 2.5 * this.#pingMs) {
      this.#lost();
    } else if (silence >= this.#pingMs) {
      this.#send({ type: "ping" });
    }
  }

  #lost() {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    // A dead network delivers the close event much later, perhaps into the next connection.
    this.#socket.onmessage = null;
    this.#socket.onclose = null;
    this.#socket.close();
    this.downSince ??= Date.now();
    const wait = backoff(this.#failures++);
    this.retryAt = Date.now() + wait;
    this.#timer = setTimeout(() => this.connect(), wait);
    this.#enter("waiting");
  }

  #refused(message) {
    const names = this.#asked.get(message.ref);
    this.#asked.delete(message.ref);
    if (names && (message.status === 429 || message.status >= 500)) {
      setTimeout(
        () => this.#subscribe(names.filter((name) => this.#followed.has(name))),
        backoff(2),
      );
    } else {
      names?.forEach((name) => this.#followed.delete(name));
      this.dispatchEvent(new CustomEvent("refused", { detail: message }));
    }
  }

  #subscribe(names) {
    this.#ask("subscribe", this.#namespace, names, { minIntervalMs: LEAST_INTERVAL_MS });
  }

  #ask(type, namespace, names, more = {}) {
    if (this.state !== "open") {
      return;
    }
    for (let i = 0; i < names.length; i += NAMES_PER_MESSAGE) {
      const counters = names.slice(i, i + NAMES_PER_MESSAGE);
      const ref = ++this.#lastRef;
      if (type === "subscribe") {
        this.#asked.set(ref, counters);
      }
      this.#send({ type, ref, namespace, counters, ...more });
    }
  }

  #send(message) {
    this.#socket.send(JSON.stringify(message));
  }

  #enter(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
