import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "../dist/verdict.js";

const ends = (verdict) => verdict.endings.map((ending) => ending.end);
const answer = (status, body, more = {}) => ({ status, body: JSON.stringify(body), retryAfterMs: 0, ...more });
const problem = (status, type, more = {}) => {
  const problem = { type: `/problems/${type}`, title: "", detail: "", status, ...more };
  return { status, body: "", problem, retryAfterMs: 0 };
};

test("recorded is what the service says is recorded", () => {
  assert.deepEqual(ends(judge(answer(201, { status: "recorded", events: 2, at: "x" }), 2)), ["recorded", "recorded"]);
  assert.deepEqual(ends(judge(answer(201, { status: "recorded", events: 7, at: "x" }), 1, 7)), ["recorded"]);
  assert.deepEqual(ends(judge(answer(201, { status: "recorded", events: 1, at: "x" }), 1, 7)), ["unknown"]);
});

test("what says neither yes nor no is unknown", () => {
  for (const outcome of [
    answer(201, { status: "recorded", events: 3 }),
    answer(201, "recorded"),
    { ...answer(201, {}), body: '{"status":"rec' },
    answer(200, {}),
    answer(204, {}),
    answer(500, {}),
    answer(502, {}),
    answer(503, {}),
    answer(504, {}),
    answer(408, {}),
    answer(429, {}),
    problem(503, "outcome-unknown"),
    problem(500, "internal-error"),
    { status: 0, unsent: false, cause: new Error("reset") },
    answer(207, { recorded: 1, failed: 1, results: [] }),
    answer(207, { recorded: 1, failed: 1, results: [{ index: 2, status: 503, type: "/problems/queue-full", detail: "" }] }),
    answer(207, {
      recorded: 0,
      failed: 2,
      results: [
        { index: 1, status: 503, type: "/problems/queue-full", detail: "" },
        { index: 1, status: 503, type: "/problems/queue-full", detail: "" },
      ],
    }),
    answer(207, { recorded: 2, failed: 1, results: [{ index: 1, status: 503, type: "/problems/queue-full", detail: "" }] }),
  ]) {
    assert.deepEqual(ends(judge(outcome, 2)), ["unknown", "unknown"], JSON.stringify(outcome));
  }
});

test("not written is what the service itself says", () => {
  for (const outcome of [
    problem(503, "queue-full"),
    problem(503, "stopping"),
    problem(408, "body-timeout"),
    problem(429, "rate-limited"),
    { status: 0, unsent: true, cause: new Error("refused") },
  ]) {
    assert.deepEqual(ends(judge(outcome, 1)), ["not-written"]);
  }
});

test("a partial answer is read event by event", () => {
  const results = [
    { index: 1, status: 503, type: "/problems/outcome-unknown", detail: "" },
    { index: 2, status: 503, type: "/problems/queue-full", detail: "" },
    { index: 4, status: 409, type: "/problems/past-bound", detail: "past max" },
  ];
  const verdict = judge(answer(207, { recorded: 2, failed: 3, results }), 5);
  assert.deepEqual(ends(verdict), ["recorded", "unknown", "not-written", "recorded", "final"]);
  assert.equal(verdict.endings[4].problem.detail, "past max");
});

test("an index is one event's fault, and the others are spared", () => {
  for (const status of [400, 403, 404]) {
    const verdict = judge(problem(status, "invalid-event", { index: 1 }), 3);
    assert.deepEqual(ends(verdict), ["spared", "final", "spared"]);
    assert.equal(verdict.again, "at-once");
  }
  for (const outcome of [problem(401, "unauthorized"), problem(400, "invalid-event", { index: 7 }), answer(404, "no")]) {
    assert.deepEqual(ends(judge(outcome, 2)), ["final", "final"]);
  }
});

test("what is too large or too much is halved", () => {
  assert.equal(judge(problem(413, "too-large"), 2).again, "at-once-in-halves");
  assert.deepEqual(ends(judge(problem(413, "too-large"), 1)), ["final"]);
  assert.equal(judge(problem(429, "rate-limited"), 2).again, "later-in-halves");
});
