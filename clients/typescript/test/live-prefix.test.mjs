import assert from "node:assert/strict";
import { test } from "node:test";
import { QuipuClient } from "../dist/index.js";
import { count, following, hello } from "./following.mjs";
import { settled } from "./hand-driven-time.mjs";

const pingMs = 1_000_000;

/** A prefix that is followed, with the connection that it has after each reconnect. */
async function prefixed(given = {}) {
  const start = (client, listener, options) => client.livePrefix("page/", listener, options);
  const followed = following([], { start, ...given });
  await settled();
  followed.socket = () => followed.sockets.at(-1);
  followed.opens = async () => {
    followed.socket().says({ ...hello, pingMs });
    followed.socket().says({ type: "subscribed", ref: 1 });
  };
  followed.reconnects = async () => {
    followed.socket().leaves(1006);
    await followed.time.advance(5_000);
    await followed.opens();
  };
  await followed.opens();
  return followed;
}

test("a prefix is one subscription, and all that is heard is told, however much it is", async () => {
  const { socket, told } = await prefixed({ options: { minIntervalMs: 50, namespace: "n" } });
  assert.deepEqual(socket().sent, [
    { type: "subscribe", ref: 1, namespace: "n", prefix: "page/", minIntervalMs: 50 },
  ]);
  ["page/a", "page/b", "page/c"].forEach((name, i) => socket().says(count(name, i)));
  socket().says(count("page/a", 7));
  assert.deepEqual(told, ["page/a 0", "page/b 1", "page/c 2", "page/a 7"]);
});

test("after a reconnect nothing older is told, and what is gone is read", async () => {
  const reads = [];
  const { socket, told, time, reconnects } = await prefixed({
    reads: (url) => {
      reads.push(url);
      return count("page/gone", 0);
    },
  });
  socket().says(count("page/a", 5));
  socket().says(count("page/gone", 3));
  await reconnects();
  socket().says(count("page/a", 4));
  socket().says(count("page/a", 6));
  socket().says(count("page/new", 1));
  await time.advance(1_999);
  assert.deepEqual(reads, []);
  await time.advance(1);
  assert.deepEqual(told, ["page/a 5", "page/gone 3", "page/a 6", "page/new 1", "page/gone 0"]);
  assert.deepEqual(reads, ["http://h/p/v1/counters/n/page%2Fgone"]);
  await time.advance(60_000);
  assert.equal(reads.length, 1);
  await reconnects();
  ["page/a", "page/new"].forEach((name) => socket().says(count(name, 9)));
  await time.advance(60_000);
  assert.equal(reads.length, 1, "what is gone is read once");
  socket().says(count("page/gone", 1));
  assert.equal(told.at(-1), "page/gone 1", "it has come again");
});

test("when there are more than the service follows it is asked again, and says why", async () => {
  const { socket, told, errors, time } = await prefixed();
  socket().says(count("page/a", 1));
  socket().says({ type: "more", namespace: "n", prefix: "page/" });
  await time.advance(1_000);
  assert.equal(socket().sent.length, 2);
  socket().says({ type: "error", ref: 1, status: 503, title: "full", detail: "no room for now" });
  socket().says(count("page/a", 2));
  await time.advance(1_000);
  assert.equal(socket().sent.length, 3);
  assert.deepEqual(errors, []);
  socket().says({ type: "error", ref: 1, status: 400, title: "no", detail: "at most 1000 counters" });
  assert.equal(errors[0].problem.detail, "at most 1000 counters");
  assert.equal(socket().closed, true);
  assert.deepEqual(told, ["page/a 1", "page/a 2"]);
});

test("the end of a deleted namespace is told as the service tells it", async () => {
  const { sockets, socket, errors, time } = await prefixed();
  socket().leaves(4404);
  await time.advance(5_000);
  assert.equal(sockets.length, 2);
  assert.deepEqual(errors, []);
  socket().says(hello);
  socket().says({ type: "error", ref: 1, status: 404, title: "no", detail: "There is no such namespace" });
  assert.equal(errors[0].problem.status, 404);
  await time.advance(60_000);
  assert.equal(sockets.length, 2);
});

test("a prefix takes a WebSocket, and what it is given is checked by name", () => {
  const native = globalThis.WebSocket;
  delete globalThis.WebSocket;
  try {
    const client = new QuipuClient({ address: "http://h" });
    assert.throws(() => client.livePrefix("a", () => undefined), /no WebSocket, and a prefix takes one/);
    assert.throws(() => client.livePrefix(["a"], () => undefined), /^TypeError: prefix must be a text/);
    assert.throws(() => client.livePrefix("a", () => undefined, { namspace: "n" }), /livePrefix has no option "namspace"/);
    assert.throws(() => client.livePrefix("a", { onCount() {} }), /listener must be a function/);
  } finally {
    globalThis.WebSocket = native;
  }
});
