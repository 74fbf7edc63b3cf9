import assert from "node:assert/strict";
import { test } from "node:test";
import { QuipuClient } from "../dist/index.js";
import { serving } from "./serving.mjs";

globalThis.crypto ??= (await import("node:crypto")).webcrypto;

/** The body of each request; an answer has a result for each question unless a test says another. */
async function asking(answer, run) {
  const bodies = [];
  await serving(
    async (request, response) => {
      let text = "";
      for await (const part of request) {
        text += part;
      }
      bodies.push(text === "" ? decodeURIComponent(request.url) : JSON.parse(text));
      answer(response, bodies[bodies.length - 1]);
    },
    async (address) => run(new QuipuClient({ address, namespace: "site" }), bodies),
  );
}

function counting(response, body) {
  response.end(JSON.stringify({ results: body.queries.map(({ id }) => ({ id, status: 200, count: 1, events: 1 })) }));
}

test("questions have what they were given, and a namespace", async () => {
  await asking(counting, async (client, bodies) => {
    const from = new Date("2026-01-01T00:00:00Z");
    await client.query(
      [
        { id: "a", ask: "count" },
        { id: "b", ask: "total", counter: "/", from, to: "now", tz: "Asia/Kolkata", compare: "previous" },
        { id: "c", ask: "series", namespace: "shop", counter: "x", by: ["country"], where: { plan: "a,b" }, limit: 3 },
      ],
      { range: "30d", tz: "Europe/Zurich", namespace: "blog" },
    );
    assert.deepEqual(bodies, [
      {
        range: "30d",
        tz: "Europe/Zurich",
        queries: [
          { id: "a", ask: "count", namespace: "blog" },
          {
            id: "b",
            ask: "total",
            counter: "/",
            namespace: "blog",
            range: { from: "2026-01-01T00:00:00.000Z", to: "now" },
            tz: "Asia/Kolkata",
            compare: "previous",
          },
          { id: "c", ask: "series", namespace: "shop", counter: "x", by: ["country"], where: { plan: "a,b" }, limit: 3 },
        ],
      },
    ]);
  });
});

test("a hundred questions are one request, and results are in their order", async () => {
  await asking(counting, async (client, bodies) => {
    const ids = Array.from({ length: 101 }, (_, i) => `q${i}`);
    const results = await client.query(ids.map((id) => ({ id, ask: "count" })));
    assert.deepEqual(results.map(({ id }) => id), ids);
    assert.deepEqual(bodies.map(({ queries }) => queries.length), [100, 1]);
    assert.deepEqual(await client.query([]), []);
  });
});

test("a result is read as the read of its name, and a problem is its own", async () => {
  const total = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", count: 7, events: 7, settled: true };
  const results = [
    '{"id":"a","status":200,"count":36893488147419103232,"events":2,"counters":3}',
    '{"id":"b","status":404,"type":"/problems/unknown-namespace","title":"No","detail":"none"}',
    JSON.stringify({ id: "c", status: 200, total: { ...total, previous: total } }),
    '{"id":"d","status":200,"counters":[{"counter":"x","count":5,"events":5}]}',
  ];
  await asking(
    (response) => response.end(`{"results":[${results}]}`),
    async (client) => {
      const asked = results.map((_, i) => ({ id: `q${i}`, ask: "count" }));
      const [count, bad, sum, top] = await client.query(asked);
      assert.deepEqual([count.count(), count.events(), count.counters()], [2n ** 65n, 2n, 3]);
      assert.equal(bad.problem.status, 404);
      assert.throws(() => bad.total(), { code: "problem", message: /404/ });
      assert.equal(sum.total().previous.count, 7n);
      assert.throws(() => sum.windows(), TypeError);
      assert.deepEqual(top.top(), [{ counter: "x", count: 5n, events: 5n }]);
      await assert.rejects(client.query(asked.slice(1)), { code: "failed", message: /as many results/ });
    },
  );
});

test("a refused query is not asked again", async () => {
  const problem = { type: "/problems/invalid-request", title: "No", status: 400, detail: "range" };
  await asking(
    (response) => {
      response.writeHead(400, { "Content-Type": "application/problem+json" });
      response.end(JSON.stringify(problem));
    },
    async (client, bodies) => {
      await assert.rejects(client.query([{ id: "a", ask: "count" }]), { code: "problem", problem });
      assert.equal(bodies.length, 1);
    },
  );
});

test("reads take ranges with names", async () => {
  const found = '{"windows":[],"counters":[],"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z","count":1,"events":1}';
  await asking(
    (response) => response.end(found),
    async (client, bodies) => {
      await client.total("/", { range: "month", tz: "Europe/Zurich", compare: "previous" });
      await client.windows("/", { granularity: "day", range: "7d" });
      await client.top({ n: 3, range: "today", tz: "Europe/Zurich" });
      assert.deepEqual(bodies, [
        "/v1/counters/site///total?range=month&tz=Europe/Zurich&compare=previous",
        "/v1/counters/site///windows?granularity=day&range=7d",
        "/v1/counters/site/top?n=3&range=today&tz=Europe/Zurich",
      ]);
    },
  );
});

test("what cannot be asked is refused before anything is sent", async () => {
  const client = new QuipuClient({ address: "http://localhost:1" });
  for (const [questions, options] of [
    [{}],
    [[{ ask: "count" }]],
    [[{ id: "a" }]],
    [[{ id: "a", ask: "count", n: 3 }]],
    [[{ id: "a", ask: "series", by: "country" }]],
    [[{ id: "a", ask: "total", range: "7d", from: "-7d" }]],
    [[{ id: "a", ask: "count" }], { zone: "UTC" }],
  ]) {
    await assert.rejects(client.query(questions, options), TypeError);
  }
});
