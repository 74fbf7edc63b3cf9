import assert from "node:assert/strict";
import { test } from "node:test";
import { settings } from "../dist/options.js";
import { Recorder } from "../dist/recorder.js";
import { AskedWindows, windowMs } from "../dist/remembered.js";
import { HandDrivenTime } from "./hand-driven-time.mjs";

globalThis.crypto ??= (await import("node:crypto")).webcrypto;

const lost = { status: 0, unsent: false, cause: new Error("lost") };
const remembers = (deduplicate, more = {}) => ({
  status: 200,
  body: JSON.stringify({ namespace: "n", kind: "event", deduplicate, ...more }),
  retryAfterMs: 0,
});
const problem = (status, slug) => ({
  status,
  body: "",
  problem: { type: `/problems/${slug}`, title: "", status, detail: `planted ${slug}` },
  retryAfterMs: 0,
});

/** A recorder all of whose requests to record are lost, and what is said of namespaces. */
function doubtful(said, options = {}) {
  const time = new HandDrivenTime();
  const asked = [];
  const sent = [];
  const given = settings({ address: "http://localhost", time, requestTimeoutMs: 1_000, giveUpMs: 60_000, ...options });
  const transport = {
    send: async (method, path) => {
      asked.push(`${method} ${path}`);
      return typeof said === "function" ? said(asked.length) : said;
    },
  };
  const windows = new AskedWindows(given, transport);
  const under = new Recorder(given, async () => (sent.push(time.now()), lost), windows);
  const take = (event) => {
    const taken = { end: "waiting" };
    under.take({ namespace: "n", counter: "a", ...event }).then(
      () => (taken.end = "recorded"),
      (error) => Object.assign(taken, { end: error.code, error }),
    );
    return taken;
  };
  return { time, asked, sent, windows, event: (more) => take({ delta: 1n, events: 1, id: "x", ...more }), take };
}

test("nothing is asked while all is well known", async () => {
  const { time, asked, event } = doubtful(remembers("24h"));
  const waiting = event();
  await time.advance(10);
  assert.deepEqual(asked, []);
  await time.advance(50_000);
  assert.deepEqual(asked, ["GET /v1/namespaces/n"]);
  assert.equal(waiting.end, "waiting");
});

test("an event is not sent again where its id may be forgotten when it has come", async () => {
  const { time, sent, event } = doubtful(remembers("10s"));
  const before = Date.now();
  const waiting = event();
  await time.advance(30_000);
  assert.equal(waiting.end, "in-doubt");
  assert.ok(sent.length > 3);
  assert.ok(sent.at(-1) <= sent[0] + 9_000, String(sent));
  assert.match(waiting.error.message, /remembers ids for 10 s.*counts once until 20.*Z, and may count twice then/);
  assert.ok(Math.abs(waiting.error.until - before - (sent[0] + 10_000 - 30_000)) < 31_000);
  assert.equal(waiting.error.event.id, "x");
});

test("a number of ids is remembered for two minutes for certain", async () => {
  assert.deepEqual([1, 50_000, "1000000"].map(windowMs), [120_000, 120_000, 120_000]);
  const { time, sent, event } = doubtful(remembers(50_000, { kind: "linear" }), { giveUpMs: 600_000 });
  const waiting = event();
  await time.advance(110_000);
  assert.equal(waiting.end, "waiting");
  await time.advance(15_000);
  assert.equal(waiting.end, "in-doubt");
  assert.ok(sent.length > 10);
  assert.ok(sent.at(-1) <= sent[0] + 119_000, String(sent));
  assert.match(waiting.error.message, /remembers ids for 120 s/);
});

test("where no ids are remembered, an event of unknown outcome is not sent again", async () => {
  const { time, sent, event } = doubtful(remembers("off"));
  const waiting = event();
  await time.advance(1_000);
  assert.equal(waiting.end, "in-doubt");
  assert.equal(sent.length, 1);
});

test("what needs no window is sent again for as long as there is time", async () => {
  const statement = { actor: "P", version: 1, value: 1 };
  for (const [said, event] of [
    [remembers("forever"), { delta: 1n, events: 1, id: "x" }],
    [remembers("off", { kind: "latest" }), statement],
    [problem(403, "forbidden"), { delta: 1n, events: 1, id: "x" }],
  ]) {
    const { time, asked, sent, take } = doubtful(said);
    const waiting = take(event);
    await time.advance(50_000);
    assert.equal(asked.length, 1);
    assert.equal(waiting.end, "waiting");
    assert.ok(sent.length > 10);
    await time.advance(11_000);
    assert.equal(waiting.end, "in-doubt");
    assert.equal(waiting.error.until, undefined);
  }
});

test("while nobody can say how long ids are remembered, nothing is sent again", async () => {
  const { time, asked, sent, event } = doubtful((asking) => (asking < 4 ? problem(503, "unavailable") : remembers("24h")));
  const waiting = event();
  await time.advance(60);
  assert.equal(sent.length, 1);
  await time.advance(10_000);
  assert.equal(asked.length, 4);
  assert.ok(sent.length > 1);
  assert.equal(waiting.end, "waiting");
});

test("what was learned is believed for a minute, of a thousand namespaces", async () => {
  const { time, asked, windows } = doubtful(remembers("1h"));
  const stop = new AbortController().signal;
  await windows.learn([{ namespace: "n" }, { namespace: "n" }], stop);
  await windows.learn([{ namespace: "n" }, { namespace: "." }], stop);
  assert.deepEqual([asked.length, windows.windowOf("n"), windows.windowOf(".")], [1, 3_600_000, undefined]);
  await time.advance(60_000);
  await windows.learn([{ namespace: "n" }], stop);
  assert.equal(asked.length, 2);
  windows.forget("n");
  await windows.learn(Array.from({ length: 1_001 }, (_, i) => ({ namespace: `n${i}` })), stop);
  assert.deepEqual([windows.windowOf("n0"), windows.windowOf("n1000")], [undefined, 3_600_000]);
});

test("lengths of time are read as the service writes them", () => {
  const read = ["off", "0s", "90s", "2m", "24h", "7d", "1y", "forever", undefined].map(windowMs);
  assert.deepEqual(read, [0, 0, 90_000, 120_000, 86_400_000, 604_800_000, 31_536_000_000, Infinity, Infinity]);
});
