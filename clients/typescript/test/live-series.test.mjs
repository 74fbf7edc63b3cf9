import assert from "node:assert/strict";
import { test } from "node:test";
import { QuipuClient } from "../dist/index.js";
import { following, hello } from "./following.mjs";
import { settled } from "./hand-driven-time.mjs";
import { serving } from "./serving.mjs";

/** A message of series by country, each of as many events. */
function series(counts) {
  return {
    type: "series", namespace: "n", counter: "orders", by: ["country"], seq: 1,
    series: Object.entries(counts).map(([country, count]) => ({ labels: { country }, count, events: count })),
  };
}

function shown({ counter, series }) {
  return `${counter} ${series.map(({ labels, count }) => `${labels.country} ${count}`).join(", ")}`;
}

test("series are asked for by labels, and all of them are told each time", async () => {
  const told = [];
  const options = { by: ["country"], where: { plan: "pro,x" }, minIntervalMs: 50 };
  const { sockets } = following([], { start: (client) => client.liveSeries("orders", options, (one) => told.push(shown(one))) });
  await settled();
  sockets[0].says(hello);
  const asked = { by: "country", where: "plan:pro\\,x", minIntervalMs: 50 };
  assert.deepEqual(sockets[0].sent, [{ type: "subscribe", ref: 1, namespace: "n", counters: ["orders"], ...asked }]);
  sockets[0].says(series({}));
  sockets[0].says(series({ CH: 2, DE: 1 }));
  assert.deepEqual(told, ["orders ", "orders CH 2, DE 1"]);
});

test("after a reconnect older series are held back, and read", async () => {
  const told = [];
  const reads = [];
  const { sockets, time } = following([], {
    start: (client) => client.liveSeries("orders", { by: ["country"] }, (one) => told.push(shown(one))),
    reads: (url) => {
      reads.push(url);
      return series({ CH: 3 });
    },
  });
  await settled();
  sockets[0].says(hello);
  sockets[0].says(series({ CH: 4, DE: 1 }));
  sockets[0].leaves(1006);
  await time.advance(5_000);
  sockets[1].says({ ...hello, pingMs: 100_000 });
  sockets[1].says(series({ CH: 4 }));
  await time.advance(2_000);
  assert.deepEqual(told, ["orders CH 4, DE 1", "orders CH 3"]);
  assert.deepEqual(reads, ["http://h/p/v1/counters/n/orders?by=country&limit=1000"]);
});

test("without a WebSocket they are a stream of events", async () => {
  const native = globalThis.WebSocket;
  delete globalThis.WebSocket;
  try {
    const handle = (_, response) => response.end(`event: series\ndata: ${JSON.stringify(series({ CH: 1 }))}\n\n`);
    await serving(handle, async (address, requests) => {
      const client = new QuipuClient({ address });
      const told = await new Promise((resolve) => client.liveSeries("orders", { where: { country: "CH" } }, resolve));
      assert.equal(shown(told), "orders CH 1");
      assert.equal(requests[0].url, "/v1/counters/default/orders/live?by=country&where=country%3ACH");
      await client.close();
    });
  } finally {
    globalThis.WebSocket = native;
  }
});

test("what series are asked with is checked by name", () => {
  const client = new QuipuClient({ address: "http://h" });
  const listener = () => undefined;
  assert.throws(() => client.liveSeries("a", { by: ["b"], limit: 5 }, listener), /liveSeries has no option "limit"/);
  assert.throws(() => client.liveSeries("a", {}, listener), /by or where must name a label/);
  assert.throws(() => client.liveSeries("a", { by: "b" }, listener), /by must be an array/);
  assert.throws(() => client.liveSeries("a", { by: ["b"] }), /listener must be a function/);
});
