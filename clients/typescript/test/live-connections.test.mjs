import assert from "node:assert/strict";
import { test } from "node:test";
import { count, following, hello } from "./following.mjs";
import { settled } from "./hand-driven-time.mjs";

test("counters are followed after hello, and what a connection has no room for over another one", async () => {
  const { sockets, told, states } = following(["a", "b", "c", "a"], { options: { minIntervalMs: 50 } });
  await settled();
  assert.deepEqual([sockets[0].url, sockets[0].protocol], ["ws://h/p/v1/live", "quipu.v1.json"]);
  assert.deepEqual(sockets[0].sent, []);
  sockets[0].says(hello);
  await settled();
  sockets[1].says(hello);
  const subscribe = { type: "subscribe", ref: 1, namespace: "n", minIntervalMs: 50 };
  assert.deepEqual(sockets[0].sent, [{ ...subscribe, counters: ["a", "b"] }]);
  assert.deepEqual(sockets[1].sent, [{ ...subscribe, counters: ["c"] }]);
  sockets[0].says(count("a", 1));
  sockets[1].says(count("c", 2));
  assert.deepEqual(told, ["a 1", "c 2"]);
  assert.deepEqual(states, ["open", "open"]);
});

test("who asks is said first", async () => {
  const { sockets } = following(["a"], { token: () => "qk_a_b" });
  await settled();
  sockets[0].says(hello);
  assert.deepEqual(sockets[0].sent, [{ type: "authenticate", ref: 0, token: "qk_a_b" }]);
  sockets[0].says({ type: "authenticated", ref: 0 });
  assert.equal(sockets[0].sent[1].type, "subscribe");
});

test("a lost connection is made again, with another token where the last is over", async () => {
  const tokens = ["first", "second"];
  const { sockets, states, time, errors } = following(["a"], { token: () => tokens.shift() });
  await settled();
  sockets[0].says(hello);
  sockets[0].says({ type: "authenticated", ref: 0 });
  sockets[0].leaves(4401);
  await time.advance(50);
  sockets[1].says(hello);
  assert.equal(sockets[1].sent[0].token, "second");
  sockets[1].leaves(4401);
  assert.equal(errors[0].problem.status, 401);
  await time.advance(60_000);
  assert.equal(sockets.length, 2);
  assert.deepEqual(states, ["open", "lost"]);
});

test("what is not allowed ends it", async () => {
  for (const end of [
    (socket) => socket.leaves(4403),
    (socket) => socket.says({ type: "error", ref: 1, status: 403, title: "no", detail: "no" }),
    (socket) => socket.says({ type: "error", ref: 1, status: 404, title: "no", detail: "no" }),
  ]) {
    const { sockets, errors, time } = following(["a"]);
    await settled();
    sockets[0].says(hello);
    end(sockets[0]);
    assert.equal(errors.length, 1);
    assert.equal(errors[0].code, "problem");
    assert.equal(sockets[0].closed, true);
    await time.advance(60_000);
    assert.equal(sockets.length, 1);
    assert.equal(time.pending, 0);
  }
});

test("what is refused for now is asked for again", async () => {
  const { sockets, errors, time } = following(["a"]);
  await settled();
  sockets[0].says({ ...hello, pingMs: 100_000 });
  sockets[0].says({ type: "error", ref: 1, status: 503, title: "full", detail: "full" });
  await time.advance(2_000);
  assert.deepEqual(sockets[0].sent.map(({ type }) => type), ["subscribe", "subscribe"]);
  assert.deepEqual(errors, []);
});

test("what is too much at once is asked for one after the other, when the service says so", async () => {
  const { sockets, errors, time, states } = following(Array.from({ length: 250 }, (_, i) => `c${i}`));
  const asked = () => sockets[0].sent.filter(({ type }) => type === "subscribe").map(({ ref }) => ref);
  const refuse = (ref, retryAfter) =>
    sockets[0].says({ type: "error", ref, status: 429, title: "too much", detail: "too much", retryAfter });
  await settled();
  sockets[0].says({ ...hello, pingMs: 100_000, limits: { subscriptions: 1_000 } });
  sockets[0].says({ type: "subscribed", ref: 1 });
  refuse(2, 2);
  refuse(3, 3);
  await time.advance(2_999);
  assert.deepEqual(asked(), [1, 2, 3]);
  await time.advance(1);
  assert.deepEqual(asked(), [1, 2, 3, 2]);
  sockets[0].says({ type: "subscribed", ref: 2 });
  assert.deepEqual(asked(), [1, 2, 3, 2, 3]);
  refuse(3, 1);
  await time.advance(1_000);
  assert.deepEqual(asked(), [1, 2, 3, 2, 3, 3]);
  sockets[0].says({ type: "subscribed", ref: 3 });
  await time.advance(60_000);
  assert.deepEqual(asked(), [1, 2, 3, 2, 3, 3]);
  assert.deepEqual([errors, states, sockets.length], [[], ["open"], 1]);
});

test("a connection that says nothing is lost, and one that answers is not", async () => {
  const { sockets, time } = following(["a"]);
  await settled();
  sockets[0].says(hello);
  for (let i = 0; i < 10; i++) {
    await time.advance(1_000);
    assert.equal(sockets[0].sent.at(-1).type, "ping");
    sockets[0].says({ type: "pong" });
  }
  assert.equal(sockets.length, 1);
  await time.advance(3_000);
  assert.equal(sockets[0].closed, true);
  assert.equal(sockets.length, 2);
  await time.advance(11_000);
  assert.ok(sockets.length >= 3, "nor is one that never says hello");
});

test("after a reconnect nothing older is told, unless a read confirms it", async () => {
  const reads = [];
  const { sockets, told, time } = following(["a"], {
    reads: (url) => {
      reads.push(url);
      return count("a", 3);
    },
  });
  const reconnect = async () => {
    sockets.at(-1).leaves(1006);
    await time.advance(5_000);
    sockets.at(-1).says({ ...hello, pingMs: 100_000 });
  };
  await settled();
  await reconnect();
  sockets.at(-1).says(count("a", 5));
  await reconnect();
  sockets.at(-1).says(count("a", 4));
  await time.advance(1_999);
  sockets.at(-1).says(count("a", 6));
  await time.advance(10_000);
  assert.deepEqual(told, ["a 5", "a 6"]);
  assert.deepEqual(reads, []);

  await reconnect();
  sockets.at(-1).says(count("a", 4));
  await time.advance(2_000);
  assert.deepEqual(told, ["a 5", "a 6", "a 3"]);
  assert.equal(reads.length, 1);
});

test("after close nothing is told", async () => {
  const { sockets, told, live, time } = following(["a"]);
  await settled();
  sockets[0].says(hello);
  const { onmessage } = sockets[0];
  live.close();
  onmessage({ data: JSON.stringify(count("a", 1)) });
  assert.deepEqual(told, []);
  assert.equal(sockets[0].closed, true);
  assert.equal(time.pending, 0);
});

test("who closes it on hearing that it is lost has closed it", async () => {
  const options = { onState: (state) => state === "lost" && followed.live.close() };
  const followed = following(["a"], { options });
  await settled();
  followed.sockets[0].says(hello);
  followed.sockets[0].leaves(1006);
  assert.equal(followed.time.pending, 0);
});

test("a listener that fails does not break the connection, and is not silenced", async (context) => {
  const thrown = [];
  const { queueMicrotask } = globalThis;
  context.after(() => (globalThis.queueMicrotask = queueMicrotask));
  const { sockets, told, states } = following(["a"]);
  await settled();
  told.push = () => {
    throw new Error("the listener's own fault");
  };
  sockets[0].says(hello);
  globalThis.queueMicrotask = (run) => thrown.push(run);
  sockets[0].says(count("a", 1));
  globalThis.queueMicrotask = queueMicrotask;
  assert.throws(thrown[0], /the listener's own fault/);
  assert.deepEqual(states, ["open"]);
  assert.equal(sockets[0].closed, false);
});
