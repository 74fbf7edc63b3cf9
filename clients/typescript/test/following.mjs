import { QuipuClient } from "../dist/index.js";
import { HandDrivenTime } from "./hand-driven-time.mjs";

/** A client whose WebSockets, and reads, are answered by the test. */
export function following(followed, { token, start = live(followed), options = {}, reads = () => undefined } = {}) {
  const time = new HandDrivenTime();
  const sockets = [];
  class ScriptedSocket {
    sent = [];
    closed = false;

    constructor(url, protocol) {
      Object.assign(this, { url, protocol });
      sockets.push(this);
    }

    send(text) {
      this.sent.push(JSON.parse(text));
    }

    close() {
      this.closed = true;
    }

    says(message) {
      this.onmessage?.({ data: JSON.stringify(message) });
    }

    leaves(code) {
      this.onclose?.({ code, reason: "" });
    }
  }
  const fetch = async (url) => new Response(JSON.stringify(reads(String(url))));
  const client = new QuipuClient({ address: "http://h/p/", namespace: "n", token, WebSocket: ScriptedSocket, fetch, time });
  const told = [];
  const errors = [];
  const states = [];
  const live = start(client, ({ counter, count }) => told.push(`${counter} ${count}`), {
    onError: (error) => errors.push(error),
    onState: (state) => states.push(state),
    ...options,
  });
  return { time, sockets, told, errors, states, live };
}

export const hello = { type: "hello", pingMs: 1_000, limits: { subscriptions: 2 } };

export function count(counter, count, until = null) {
  const part = { count, events: count };
  return {
    type: "count", namespace: "n", counter, ...part, settled: { ...part, until }, tail: { count: 0, events: 0 }, seq: 1,
  };
}

function live(counters) {
  return (client, listener, options) => client.live(counters, listener, options);
}
