import assert from "node:assert/strict";
import { test } from "node:test";
import { settings } from "../dist/options.js";
import { Recorder } from "../dist/recorder.js";
import { HandDrivenTime, settled } from "./hand-driven-time.mjs";

globalThis.crypto ??= (await import("node:crypto")).webcrypto;

const UNKNOWN = { learn: async () => undefined, windowOf: () => undefined };

/** A recorder whose requests are answered by the test, or as soon as they are sent. */
function recorder(options = {}, answerOf, remembered = UNKNOWN) {
  const time = new HandDrivenTime();
  const requests = [];
  const send = (body, stop, path) =>
    new Promise((resolve) => {
      const request = { path, events: JSON.parse(body), bytes: body.length, answer: resolve, at: time.now() };
      requests.push(request);
      if (answerOf) {
        resolve(answerOf(request));
      }
      stop.addEventListener("abort", () => resolve({ status: 0, unsent: false, cause: stop.reason }));
    });
  const under = new Recorder(settings({ address: "http://localhost", time, ...options }), send, remembered);
  const add = (counter = "a", delta = 1n, id, namespace = "n", events = 1, at, labels) => {
    const added = { end: "waiting" };
    under.add(counter, delta, events, id, namespace, at, labels).then(
      (event) => Object.assign(added, { end: "recorded", event }),
      (error) => Object.assign(added, { end: error.code, error }),
    );
    return added;
  };
  return { time, requests, add, under };
}

const recorded = (request) => ({
  status: 201,
  body: JSON.stringify({
    status: "recorded",
    events: request.events.reduce((all, event) => all + (event.events ?? 1), 0),
  }),
  retryAfterMs: 0,
});
const refused = (more = {}) => ({
  status: 503,
  body: "",
  problem: { type: "/problems/queue-full", title: "", status: 503, detail: "too much" },
  retryAfterMs: 0,
  ...more,
});
const lost = { status: 0, unsent: false, cause: new Error("lost") };

test("events wait for each other, and travel together", async () => {
  const { time, requests, add } = recorder();
  const first = add("a");
  await time.advance(4);
  const second = add("b", -2n, "mine", "m");
  assert.equal(requests.length, 0);
  await time.advance(1);
  assert.equal(requests.length, 1);
  const [one, two] = requests[0].events;
  assert.match(one.id, /^[0-9a-f]{32}$/);
  assert.deepEqual(two, { namespace: "m", counter: "b", delta: -2, id: "mine" });
  requests[0].answer(recorded(requests[0]));
  await settled();
  assert.equal(first.end, "recorded");
  assert.deepEqual(second.event, { namespace: "m", counter: "b", delta: -2n, events: 1, id: "mine" });
  assert.equal(time.pending, 0);
});

test("an event that says when it happened is joined to no other", async () => {
  const { requests, add, time } = recorder({ coalesce: true });
  const then = "2026-01-01T12:00:00.000Z";
  add("a", 1n);
  const late = add("a", 2n, undefined, "n", 1, then);
  add("a", 4n, undefined, "n", 1, then);
  add("a", 8n);
  await time.advance(5);
  assert.deepEqual(requests[0].events.map((event) => [event.delta, event.time]), [
    [9, undefined],
    [2, then],
    [4, then],
  ]);
  requests[0].answer(recorded(requests[0]));
  await settled();
  assert.equal(late.event.time, then);
});

test("a full batch does not wait, and there are only so many requests", async () => {
  const { requests, add, time } = recorder({ maxBatchEvents: 2, maxInFlight: 2, lingerMs: 1000 });
  for (let i = 0; i < 7; i++) {
    add();
  }
  await settled();
  assert.deepEqual(requests.map((request) => request.events.length), [2, 2]);
  requests[0].answer(recorded(requests[0]));
  await settled();
  assert.deepEqual(requests.map((request) => request.events.length), [2, 2, 2]);
  requests[1].answer(recorded(requests[1]));
  await time.advance(1000);
  assert.equal(requests[3].events.length, 1);
});

test("no request has more bytes than it may", async () => {
  const { requests, add, time } = recorder({ maxBatchBytes: 1000 });
  for (let i = 0; i < 30; i++) {
    add("ä".repeat(20 + i));
  }
  await time.advance(5);
  while (requests.some((request) => !request.done)) {
    for (const request of requests.filter((each) => !each.done)) {
      request.done = true;
      request.answer(recorded(request));
    }
    await time.advance(5);
  }
  assert.equal(requests.reduce((sum, request) => sum + request.events.length, 0), 30);
  for (const { events } of requests) {
    assert.ok(new TextEncoder().encode(JSON.stringify(events)).length <= 1000);
  }
});

test("what was lost is sent again with the same ids, later and later", async () => {
  const { requests, add, time } = recorder({ giveUpMs: 1_000_000 });
  const added = add();
  await time.advance(5);
  let before = time.now();
  for (let failures = 1; failures <= 9; failures++) {
    const whole = Math.min(5_000, 50 * 2 ** (failures - 1));
    requests[failures - 1].answer(lost);
    await time.advance(whole / 2 - 1);
    assert.equal(requests.length, failures, "not before half of it");
    await time.advance(whole / 2 + 1);
    assert.equal(requests.length, failures + 1);
    assert.equal(requests[failures].events[0].id, requests[0].events[0].id);
    before = time.now();
  }
  requests[9].answer(recorded(requests[9]));
  await settled();
  assert.equal(added.end, "recorded");
});

test("Retry-After holds for all that is recorded", async () => {
  const { requests, add, time } = recorder();
  add("a");
  await time.advance(5);
  requests[0].answer(refused({ retryAfterMs: 1_000 }));
  await settled();
  add("b");
  await time.advance(999);
  assert.equal(requests.length, 1);
  await time.advance(1);
  assert.equal(requests.length, 3);
});

test("Retry-After holds for those, too, that would leave at once", async () => {
  const { requests, add, time } = recorder({ maxBatchEvents: 1 });
  add("a");
  add("b");
  requests[0].answer(refused({ retryAfterMs: 1_000 }));
  requests[1].answer(recorded(requests[1]));
  await settled();
  add("c");
  await time.advance(999);
  assert.equal(requests.length, 2);
  await time.advance(1);
  assert.deepEqual(requests.slice(2).map(({ events }) => events[0].counter).sort(), ["a", "c"]);
});

test("an event fails at once where the next attempt would be too late", async () => {
  const { requests, add, time } = recorder({ giveUpMs: 1_000 });
  const added = add();
  await time.advance(5);
  requests[0].answer(refused({ retryAfterMs: 1_000 }));
  await settled();
  assert.equal(added.end, "refused");
  assert.equal(time.pending, 0);
});

test("past the give-up time an event is refused only if nothing was ever written", async () => {
  let lose = true;
  // answered as soon as it is sent: a request under way at the give-up time would be in doubt
  const { requests, add, time } = recorder({ giveUpMs: 1_000 }, ({ events }) => {
    const first = lose && events[0].counter === "maybe";
    lose &&= !first;
    return first ? lost : refused();
  });
  const never = add("never");
  await time.advance(5);
  const maybe = add("maybe");
  await time.advance(1_100);
  assert.equal(never.end, "refused");
  assert.equal(never.error.event.counter, "never");
  assert.equal(maybe.end, "in-doubt");
  assert.deepEqual(Object.keys(maybe.error.event), ["namespace", "counter", "delta", "events", "id"]);
  assert.ok(requests.length > 3);
});

test("an event whose request is under way at the give-up time is in doubt at once", async () => {
  const { add, time } = recorder({ giveUpMs: 1_000 });
  const added = add();
  await time.advance(999);
  assert.equal(added.end, "waiting");
  await time.advance(1);
  assert.equal(added.end, "in-doubt");
});

test("a final answer after an unknown outcome is in doubt, with the problem", async () => {
  const { requests, add, time } = recorder();
  const added = add();
  await time.advance(5);
  requests[0].answer(lost);
  await time.advance(50);
  const problem = { type: "/problems/unauthorized", title: "", status: 401, detail: "" };
  requests[1].answer({ status: 401, body: "", problem, retryAfterMs: 0 });
  await settled();
  assert.equal(added.end, "in-doubt");
  assert.equal(added.error.problem.status, 401);
});

test("one bad event fails by itself, and the others leave at once", async () => {
  const { requests, add, time } = recorder();
  const added = [add("a"), add("b", 0n), add("c")];
  await time.advance(5);
  const problem = { type: "/problems/invalid-event", title: "", status: 400, detail: "delta", index: 1 };
  requests[0].answer({ status: 400, body: "", problem, retryAfterMs: 0 });
  await time.advance(0);
  assert.deepEqual(requests[1].events.map((event) => event.counter), ["a", "c"]);
  requests[1].answer(recorded(requests[1]));
  await settled();
  assert.deepEqual(added.map((each) => each.end), ["recorded", "problem", "recorded"]);
  assert.equal(added[1].error.event.counter, "b");
});

test("what is too large is halved until it fits", async () => {
  const { requests, add, time } = recorder();
  const added = Array.from({ length: 5 }, () => add());
  await time.advance(5);
  for (let i = 0; i < requests.length; i++) {
    const tooLarge = requests[i].events.length > 1;
    requests[i].answer(tooLarge ? { status: 413, body: "", retryAfterMs: 0 } : recorded(requests[i]));
    await time.advance(0);
  }
  assert.ok(added.every((each) => each.end === "recorded"));
});

test("past the most that may wait an event is not taken", async () => {
  const { requests, add, time } = recorder({ maxWaiting: 2 });
  const added = [add(), add(), add()];
  await time.advance(5);
  assert.equal(added[2].end, "full");
  assert.equal(requests[0].events.length, 2);
  requests[0].answer(recorded(requests[0]));
  await settled();
  assert.equal(add().end, "waiting");
});

test("with coalesce, events that wait together become one, unless they have ids", async () => {
  const { requests, add, time } = recorder({ coalesce: true });
  const added = [add("a", 2n), add("a", 3n), add("a", 1n, "mine"), add("b", 1n), add("a", -5n), add("a", 1n), add("a", 0n)];
  await time.advance(5);
  assert.deepEqual(
    requests[0].events.map((event) => [event.counter, event.delta, event.events]),
    [["a", 5, 2], ["a", 1, undefined], ["b", 1, undefined], ["a", -4, 2], ["a", 0, undefined]],
  );
  add("a");
  await time.advance(5);
  assert.equal(requests[1].events.length, 1, "what is on its way is what it is");
  requests[0].answer(recorded(requests[0]));
  await settled();
  assert.ok(added.every((each) => each.end === "recorded"));
});

test("a sum is never made that would be refused", async () => {
  const { requests, add, time } = recorder({ coalesce: true });
  add("a", 10n ** 15n);
  add("a", 1n);
  await time.advance(5);
  assert.deepEqual(requests[0].events.map((event) => event.delta), [1e15, 1]);
});

test("an event may stand for many, up to a million together", async () => {
  const { requests, add, time } = recorder({ coalesce: true });
  const added = [add("a", 7n, undefined, "n", 999_999), add("a", 1n), add("a", 2n, "mine", "n", 3), add("a", 1n)];
  await time.advance(5);
  assert.deepEqual(
    requests[0].events.map((event) => [event.delta, event.events]),
    [[8, 1_000_000], [2, 3], [1, undefined]],
  );
  requests[0].answer(recorded(requests[0]));
  await settled();
  assert.equal(added[2].event.events, 3);
  assert.ok(added.every((each) => each.end === "recorded"));
});

test("an event with labels is sent with them, each time, and never summed up", async () => {
  const { requests, add, time } = recorder({ coalesce: true });
  const labels = { country: "CH" };
  const added = [add("a"), add("a", 1n, undefined, "n", 1, undefined, labels), add("a")];
  await time.advance(5);
  requests[0].answer({ status: 0, unsent: false, cause: new Error("lost") });
  await time.advance(1_000);
  for (const { events } of requests) {
    assert.deepEqual(
      events.map((event) => [event.delta, event.labels]),
      [[2, undefined], [1, labels]],
    );
  }
  requests[1].answer(recorded(requests[1]));
  await settled();
  assert.deepEqual(added[1].event.labels, labels);
});

test("close sends what waits, at once, and takes nothing more", async () => {
  const { requests, add, under, time } = recorder({ lingerMs: 10_000 });
  const added = add();
  const closed = under.close(500);
  const late = add();
  await settled();
  assert.equal(late.end, "closed");
  assert.equal(requests.length, 1);
  requests[0].answer(recorded(requests[0]));
  assert.deepEqual(await closed, []);
  assert.equal(added.end, "recorded");
  assert.equal(time.pending, 0);
});

test("close says what is in doubt, and nothing else", async () => {
  const { requests, add, under, time } = recorder({ maxBatchEvents: 1, maxInFlight: 1 });
  const doubtful = add("doubtful");
  const unsent = add("unsent");
  let inDoubt;
  under.close(500).then((events) => (inDoubt = events));
  await time.advance(499);
  assert.equal(inDoubt, undefined);
  await time.advance(1);
  assert.deepEqual(inDoubt.map((event) => event.counter), ["doubtful"]);
  assert.equal(doubtful.end, "in-doubt");
  assert.equal(doubtful.error.event.id, requests[0].events[0].id);
  assert.equal(unsent.end, "refused");
  assert.equal(time.pending, 0);
});

test("an increment goes alone and at once, to the path of its counter, and has the value after it", async () => {
  const { time, requests, add, under } = recorder();
  add("a");
  const increment = { namespace: "n", counter: "a/b", delta: 2n, events: 1, id: "x", max: 9n };
  const answered = under.take(increment, { alone: true });
  add("c");
  await time.advance(5);
  assert.deepEqual(
    requests.map(({ path }) => path),
    ["/v1/events", "/v1/counters/n/a%2Fb/events", "/v1/events"],
  );
  assert.deepEqual(requests[1].events, [{ delta: 2, max: 9, id: "x" }]);
  requests[1].answer(lost);
  await settled();
  await time.advance(5_000);
  const again = requests.filter(({ path }) => path.includes("counters"))[1];
  assert.deepEqual(again.events, requests[1].events);
  again.answer({ status: 201, body: '{"status":"recorded","events":1,"count":9007199254740993}', retryAfterMs: 0 });
  assert.deepEqual(await answered, { event: increment, value: { count: 9007199254740993n } });
});

test("a value is not sent again after an attempt of unknown outcome, a statement is", async () => {
  const { time, requests, under } = recorder();
  const value = under.take({ namespace: "n", counter: "a", value: 3.5 });
  const statement = under.take({ namespace: "n", counter: "b", actor: "P1", version: 2n, value: 7n, replaces: 1n });
  await time.advance(5);
  assert.deepEqual(requests[0].events, [
    { namespace: "n", counter: "a", value: 3.5 },
    { namespace: "n", counter: "b", actor: "P1", version: 2, value: 7, replaces: 1 },
  ]);
  requests[0].answer(lost);
  await assert.rejects(value, { code: "in-doubt", message: /value of a may or may not.*added again it may count twice/ });
  await time.advance(5_000);
  assert.equal(requests.length, 2);
  assert.deepEqual(requests[1].events, requests[0].events.slice(1));
  requests[1].answer(recorded(requests[1]));
  assert.equal((await statement).event.actor, "P1");
});

test("a value that was certainly not written is sent again", async () => {
  const { time, requests, under } = recorder();
  const value = under.take({ namespace: "n", counter: "a", value: "ann" });
  await time.advance(5);
  requests[0].answer(refused());
  await settled();
  await time.advance(5_000);
  assert.deepEqual(requests[1].events, requests[0].events);
  requests[1].answer(recorded(requests[1]));
  await value;
});

test("who wants to know is told of attempts that are made again", async () => {
  const told = [];
  const { time, requests, add } = recorder({ onRetry: (retry) => told.push(retry), giveUpMs: 1_000 });
  add();
  await time.advance(5);
  requests[0].answer(refused());
  await time.advance(60);
  requests[1].answer(lost);
  await time.advance(100);
  assert.deepEqual(told.map(({ why }) => why.message), ["503: too much", "The attempt failed (lost)"]);
  assert.ok(told[0].pauseMs > 0 && told[0].pauseMs <= 50);
  assert.equal(told[0].leftMs, 995);
  requests[2].answer(recorded(requests[2]));
  await time.advance(0);
  assert.equal(told.length, 2);
});
