import { backoff } from "./backoff.js";
import { parseExact } from "./numbers.js";

const LEAST_INTERVAL_MS = 100;
/** A message has all series of a breakdown. */
const LEAST_INTERVAL_OF_SERIES_MS = 1_000;
/** Keeps a subscribe message below a frame of 64 KiB, even if each name is 512 control characters. */
const NAMES_PER_MESSAGE = 20;
/** The same, by what the names have. */
const CHARACTERS_PER_MESSAGE = 4_000;
const HELLO_PATIENCE_MS = 10_000;
const UNAUTHENTICATED = 4401;

/**
 * One WebSocket that follows counters, for as long as the page is open. It comes back by itself and subscribes again.
 *
 * Events: `state` (read `state` and `retryAt`), `count`, `series` (of some labels of a counter), `more` (of a prefix),
 * `refused` (`detail` is the message; it has the `prefix` or the labels `by` that were refused, if it was one of these) and
 * `unauthenticated`.
 */
export class LiveConnection extends EventTarget {
  /** "connecting", "open", "waiting" (until `retryAt`, in the time of Date.now) or "held" (until it may connect). */
  state = "connecting";
  retryAt = 0;
  /** Since when there has been no connection (in the time of Date.now); null while there is, and before the first. */
  downSince = null;

  #url;
  #token;
  #socket = null;
  #timer = null;
  #watch = null;
  #pingMs = 20_000;
  #heardAt = 0;
  #failures = 0;
  #lastRef = 0;
  /** ref -> what was asked for: {group, names} or {namespace, prefix}. */
  #asked = new Map();
  /** Groups of counters, by what they have in common. */
  #followed = new Map();
  /** {namespace, prefix}, or null. */
  #prefix = null;

  /** `token()` is the key or token of the user; an empty string for none. */
  constructor(url, token) {
    super();
    this.#url = url;
    this.#token = token;
    addEventListener("online", () => this.reconnect());
    // A service on this machine is there all the same: then it is back at once.
    addEventListener("offline", () => this.state === "open" && this.#lost());
  }

  /**
   * Follows these groups of counters, each `{namespace, names}`, perhaps of some labels (`by` and `where`, as the service
   * is asked), and all that begin with a prefix (`{namespace, prefix}` or null); nothing else any more.
   */
  follow(groups, prefix) {
    this.#followPrefix(prefix);
    const wanted = new Map(groups.map((group) => [keyOf(group), group]));
    for (const [key, followed] of this.#followed) {
      const names = new Set(wanted.get(key)?.names);
      const gone = [...followed.names].filter((name) => !names.has(name));
      gone.forEach((name) => followed.names.delete(name));
      this.#ask("unsubscribe", followed, gone);
      if (followed.names.size === 0) {
        this.#followed.delete(key);
      }
    }
    for (const [key, group] of wanted) {
      const followed = this.#followed.get(key) ?? { ...group, names: new Set() };
      const more = [...group.names].filter((name) => !followed.names.has(name));
      more.forEach((name) => followed.names.add(name));
      this.#followed.set(key, followed);
      this.#ask("subscribe", followed, more);
    }
  }

  #followPrefix(prefix) {
    const before = this.#prefix;
    if (before?.namespace === prefix?.namespace && before?.prefix === prefix?.prefix) {
      return;
    }
    this.#prefix = prefix;
    // First the new one: what both hold is followed throughout.
    this.#askPrefix("subscribe", prefix);
    this.#askPrefix("unsubscribe", before);
  }

  /** Connects now if it is waiting to. */
  reconnect() {
    if (this.state === "waiting") {
      this.connect();
    }
  }

  /** Closes the connection until `connect` is called: who is there has to say so first. */
  hold() {
    if (this.#socket) {
      this.#forget();
    }
    this.#enter("held");
  }

  connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#heardAt = Date.now();
    this.#timer = setTimeout(() => this.#lost(), HELLO_PATIENCE_MS);
    socket.onopen = () => {
      if (this.#token()) {
        this.#send({ type: "authenticate", token: this.#token() });
      }
    };
    socket.onmessage = (event) => this.#hear(parseExact(event.data));
    socket.onclose = ({ code }) => {
      if (code === UNAUTHENTICATED) {
        this.hold();
        this.dispatchEvent(new Event("unauthenticated"));
      } else {
        this.#lost();
      }
    };
    this.#enter("connecting");
  }

  #hear(message) {
    this.#heardAt = Date.now();
    switch (message.type) {
      case "hello":
        this.#opened(message);
        break;
      case "count":
      case "series":
        this.dispatchEvent(new CustomEvent(message.where ? "series" : message.type, { detail: message }));
        break;
      case "more":
        this.dispatchEvent(new CustomEvent("more", { detail: message }));
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
    for (const group of this.#followed.values()) {
      this.#ask("subscribe", group, [...group.names]);
    }
    this.#askPrefix("subscribe", this.#prefix);
  }

  #checkAlive() {
    const silence = Date.now() - this.#heardAt;
    if (silence > 2.5 * this.#pingMs) {
      this.#lost();
    } else if (silence >= this.#pingMs) {
      this.#send({ type: "ping" });
    }
  }

  #forget() {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    // A dead network delivers the close event much later, perhaps into the next connection.
    this.#socket.onopen = null;
    this.#socket.onmessage = null;
    this.#socket.onclose = null;
    this.#socket.close();
  }

  #lost() {
    this.#forget();
    this.downSince ??= Date.now();
    const wait = backoff(this.#failures++);
    this.retryAt = Date.now() + wait;
    this.#timer = setTimeout(() => this.connect(), wait);
    this.#enter("waiting");
  }

  #refused(message) {
    const asked = this.#asked.get(message.ref);
    this.#asked.delete(message.ref);
    if (asked && (message.status === 429 || message.status >= 500)) {
      setTimeout(() => this.#askAgain(asked), backoff(2));
      return;
    }
    asked?.names?.forEach((name) => asked.group.names.delete(name));
    if (asked && asked === this.#prefix) {
      this.#prefix = null;
    }
    const { prefix, group } = asked ?? {};
    this.dispatchEvent(new CustomEvent("refused", { detail: { ...message, prefix, by: group?.by } }));
  }

  #askAgain(asked) {
    if (asked.names) {
      const group = this.#followed.get(keyOf(asked.group));
      this.#ask("subscribe", asked.group, asked.names.filter((name) => group?.names.has(name)));
    } else if (asked === this.#prefix) {
      this.#askPrefix("subscribe", asked);
    }
  }

  #askPrefix(type, prefix) {
    if (this.state === "open" && prefix) {
      const ref = ++this.#lastRef;
      if (type === "subscribe") {
        this.#asked.set(ref, prefix);
      }
      this.#send({ type, ref, ...prefix, ...intervalOf(type) });
    }
  }

  #ask(type, group, names) {
    if (this.state !== "open") {
      return;
    }
    const { namespace, by, where } = group;
    for (const counters of inMessages(names)) {
      const ref = ++this.#lastRef;
      if (type === "subscribe") {
        this.#asked.set(ref, { group, names: counters });
      }
      this.#send({ type, ref, namespace, counters, by, where, ...intervalOf(type, by) });
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

const keyOf = ({ namespace, by, where }) => JSON.stringify([namespace, by, where]);

const intervalOf = (type, by) =>
  type === "subscribe" ? { minIntervalMs: by ? LEAST_INTERVAL_OF_SERIES_MS : LEAST_INTERVAL_MS } : {};

function inMessages(names) {
  const messages = [];
  let characters = Infinity;
  for (const name of names) {
    const last = messages.at(-1);
    if (!last || last.length === NAMES_PER_MESSAGE || characters + name.length > CHARACTERS_PER_MESSAGE) {
      messages.push([name]);
      characters = name.length;
    } else {
      last.push(name);
      characters += name.length;
    }
  }
  return messages;
}
