import assert from "node:assert/strict";
import { test } from "node:test";
import { EventStreamParser } from "../dist/live/eventstream.js";
import { groups } from "../dist/live/groups.js";
import { COUNTS, SKETCHES, Told } from "../dist/live/told.js";

const count = (events, until, tail = 0n) => ({
  events,
  settled: { until: until === null ? null : new Date(until) },
  tail: { events: tail },
});

test("on one connection everything is told", () => {
  const told = new Told(COUNTS, count(5n, 1000));
  assert.equal(told.holds(count(3n, 1000)), false);
  assert.equal(told.unsure, false);
});

test("after a reconnect what is older is held back", () => {
  const told = new Told(COUNTS, count(5n, 1000));
  told.reconnected();
  assert.equal(told.unsure, true);
  assert.equal(told.holds(count(4n, 1000)), true);
  assert.equal(told.holds(count(4n, null)), true);
  assert.equal(told.holds(count(5n, 500)), false);
  assert.equal(told.holds(count(4n, 1001)), false, "a reset that is settled");
  assert.equal(told.holds(count(0n, 1000, -5n)), false, "a reset that is not");
  told.tell(count(6n, 1000));
  assert.equal(told.holds(count(4n, 1000)), false, "the connection has an order of its own now");
});

test("counters are subscribed by namespace, a hundred with each message", () => {
  const counters = Array.from({ length: 150 }, (_, i) => ({ namespace: "n", counter: `c${i}` }));
  const all = groups([...counters, { namespace: "m", counter: "x" }]);
  assert.deepEqual(all.map((group) => [group.namespace, group.counters.length]), [["n", 100], ["n", 50], ["m", 1]]);
});

test("events of a stream are cut out wherever its pieces end", () => {
  const stream = 'retry: 2000\n\nevent: count\nid: 1\ndata: {"a":\ndata: "é"}\n\n: ping\r\n\r\ndata:x\r\n\r\nevent: count\ndata: cut';
  for (let size = 1; size < stream.length; size++) {
    const parser = new EventStreamParser();
    const events = [];
    for (let from = 0; from < stream.length; from += size) {
      events.push(...parser.push(stream.slice(from, from + size)));
    }
    assert.deepEqual(events, [
      { event: "count", data: '{"a":\n"é"}' },
      { event: "message", data: "x" },
    ]);
  }
});

test("a sketch that has fewer values after a reconnect is held back, whatever the reason", () => {
  const told = new Told(SKETCHES, { events: 5n });
  assert.equal(told.holds({ events: 0n }), false);
  told.reconnected();
  assert.equal(told.holds({ events: 4n }), true);
  assert.equal(told.holds({ events: 5n }), false);
});
