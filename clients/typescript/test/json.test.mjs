import assert from "node:assert/strict";
import { test } from "node:test";
import { readCount, readRanking, readTotal, readWindows } from "../dist/counts.js";
import { integer, parseExactly } from "../dist/json.js";

test("integers keep all their digits", () => {
  for (const digits of ["0", "-1", "9007199254740991", "9007199254740993", "-9223372036854775809", "1" + "0".repeat(40)]) {
    assert.equal(integer(parseExactly(`{"count":${digits}}`).count, "count"), BigInt(digits));
  }
});

test("digits in texts stay as they are", () => {
  const name = 'a "12345678901234567890", \\ 12345678901234567890: {"count": 12345678901234567890}';
  const read = parseExactly(JSON.stringify({ name, count: 1 }).replace(/1}$/, "12345678901234567890}"));
  assert.deepEqual(read, { name, count: "12345678901234567890" });
});

test("numbers that are no integers stay numbers", () => {
  assert.deepEqual(parseExactly('[0.12345678901234567890, 1e300, 12345678901234567890.5, 1234567890123456e2]'), [
    0.1234567890123456789, 1e300, 12345678901234567890.5, 123456789012345600,
  ]);
});

test("long texts are read in one go", () => {
  const text = '\\"'.repeat(500_000);
  assert.equal(parseExactly(`{"a":"${text}","b":1234567890123456}`).a.length, 500_000);
});

test("what is no integer is refused", () => {
  for (const value of [1.5, "12", "1e20", null, undefined, true, {}, 2 ** 53, "1234567890123456.5"]) {
    assert.throws(() => integer(value, "count"), /count is not an integer/);
  }
});

test("a count of kind sketch is refused, in words", () => {
  assert.throws(() => readCount({ namespace: "n", counter: "c", events: 1, estimate: 2 }), /sketch/);
});

test("counts, windows and rankings are read", () => {
  const count = readCount(
    parseExactly(
      '{"namespace":"n","counter":"c","count":18446744073709551616,"events":3,"settled":{"count":1,"events":1,' +
        '"until":"2026-01-01T12:00:00.123Z"},"tail":{"count":18446744073709551615,"events":2},"min":0}',
    ),
  );
  assert.equal(count.count, 2n ** 64n);
  assert.equal(count.tail.count, 2n ** 64n - 1n);
  assert.equal(count.settled.until.toISOString(), "2026-01-01T12:00:00.123Z");
  assert.equal(count.min, 0n);
  assert.equal("max" in count, false);
  const ends = { start: "2026-01-01T00:00:00+01:00", end: "2026-02-01T00:00:00+01:00" };
  assert.deepEqual(readWindows({ windows: [{ ...ends, count: 7, events: -1, settled: true }] }), [
    { start: new Date(ends.start), end: new Date(ends.end), count: 7n, events: -1n, settled: true },
  ]);
  const sum = { from: ends.start, to: ends.end, count: 7, events: -1, settled: false };
  const read = { from: new Date(ends.start), to: new Date(ends.end), count: 7n, events: -1n, settled: false };
  assert.deepEqual(readTotal(sum), read);
  assert.deepEqual(readTotal({ ...sum, previous: sum }), { ...read, previous: read });
  assert.deepEqual(readRanking({ counters: [{ counter: "a", count: 5, events: 5 }], total: 2 }), {
    counters: [{ counter: "a", count: 5n, events: 5n }],
    total: 2,
  });
  const sketch = { counter: "a", estimate: 2.5, lower: 2, upper: 3, events: 5 };
  assert.deepEqual(readRanking({ counters: [sketch, { counter: "b", estimate: null, events: 1 }] }), {
    counters: [{ ...sketch, events: 5n }, { counter: "b", events: 1n }],
  });
});
