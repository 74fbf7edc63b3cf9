import assert from "node:assert/strict";
import { test } from "node:test";
import { settings } from "../dist/options.js";
import { counterPath, query } from "../dist/paths.js";
import { QuipuClient } from "../dist/index.js";
import { serving } from "./serving.mjs";
import { retryAfter, Transport } from "../dist/transport.js";

globalThis.crypto ??= (await import("node:crypto")).webcrypto;

const COUNT = '{"namespace":"n","counter":"c","count":18446744073709551616,"events":1,"settled":{"count":0,"events":0,"until":null},"tail":{"count":1,"events":1}}';

test("a lost read is tried again, and shows the token each time", async () => {
  const tokens = ["first", "second"];
  await serving(
    (request, response, number) => (number === 1 ? request.socket.destroy() : response.end(COUNT)),
    async (address, requests) => {
      const told = [];
      const client = new QuipuClient({ address, token: async () => tokens.shift(), onRetry: (retry) => told.push(retry) });
      assert.equal((await client.get({ namespace: "n", counter: "ä/b c" })).count, 2n ** 64n);
      assert.deepEqual(
        requests.map(({ url, headers }) => [url, headers.authorization]),
        [
          ["/v1/counters/n/%C3%A4%2Fb%20c", "Bearer first"],
          ["/v1/counters/n/%C3%A4%2Fb%20c", "Bearer second"],
        ],
      );
      assert.equal(told.length, 1);
      await client.close();
      await assert.rejects(client.get("c"), { code: "closed" });
      assert.throws(() => client.live(["c"], () => undefined), { code: "closed" });
    },
  );
});

test("many sketches are asked for at once, and a count is none", async () => {
  const sketch = '{"namespace":"n","counter":"c","events":3,"estimate":2,"lower":2,"upper":2.5}';
  await serving(
    (request, response, number) => response.end(`{"counts":[${number === 1 ? sketch : COUNT}]}`),
    async (address) => {
      const client = new QuipuClient({ address, namespace: "n" });
      const estimate = { estimate: 2, lower: 2, upper: 2.5 };
      assert.deepEqual(await client.sketchMany(["c"]), [{ namespace: "n", counter: "c", events: 3n, estimate }]);
      await assert.rejects(client.sketchMany(["c"]), /not of kind sketch/);
    },
  );
});

test("series are asked for by labels, and by values with commas and backslashes", async () => {
  const series = '{"series":[{"labels":{"country":"CH"},"count":18446744073709551616,"events":1,"windows":[]}]}';
  await serving(
    (request, response) => response.end(series),
    async (address, requests) => {
      const client = new QuipuClient({ address, namespace: "n" });
      assert.deepEqual(await client.series("c", { by: ["country"] }), [
        { labels: { country: "CH" }, count: 2n ** 64n, events: 1n },
      ]);
      await client.series("c", { where: { plan: "a,b\\", country: "C,H" }, limit: 3 });
      await client.windowSeries("c", { by: ["country", "plan"], granularity: "day", where: {} });
      assert.deepEqual(
        requests.map(({ url }) => decodeURIComponent(url)),
        [
          "/v1/counters/n/c?by=country",
          "/v1/counters/n/c?by=plan,country&where=plan:a\\,b\\\\,country:C\\,H&limit=3",
          "/v1/counters/n/c/windows?granularity=day&by=country,plan",
        ],
      );
      for (const wrong of [
        {},
        { by: [] },
        { by: "country" },
        { by: [""] },
        { by: ["a"], where: { b: 1 } },
        { by: ["a"], where: ["b"] },
        { by: ["a"], limit: 0 },
        { by: ["a"], limit: 1_001 },
        { by: ["a"], tz: "UTC" },
      ]) {
        await assert.rejects(client.series("c", wrong), (error) => /TypeError|RangeError/.test(error.name));
      }
      await assert.rejects(client.windowSeries("c", { by: ["a"] }), TypeError);
      await assert.rejects(client.totalSeries("c", { by: ["a"] }), TypeError);
      await assert.rejects(client.add("c", 1, { labels: { a: 1 } }), TypeError);
      assert.equal(requests.length, 3);
    },
  );
});

test("a refused read is not tried again, and says why", async () => {
  const problem = { type: "/problems/forbidden", title: "No", status: 403, detail: "may not read" };
  await serving(
    (request, response) => {
      response.writeHead(403, { "Content-Type": "application/problem+json" });
      response.end(JSON.stringify(problem));
    },
    async (address, requests) => {
      await assert.rejects(new QuipuClient({ address }).get("c"), { code: "problem", problem });
      assert.equal(requests.length, 1);
    },
  );
});

test("a read that is never answered is given up", async () => {
  await serving(
    () => undefined,
    async (address) => {
      const client = new QuipuClient({ address, requestTimeoutMs: 50, giveUpMs: 200 });
      await assert.rejects(client.get("c"), { code: "failed", message: /no answer within 50 ms/ });
    },
  );
});

test("whether a request was sent is known where nobody listens", async () => {
  const closed = await new Promise((resolve) =>
    serving(() => undefined, async (address) => resolve(address)),
  );
  const nobody = await new Transport(settings({ address: closed })).send("POST", "/", "[]");
  assert.equal(nobody.unsent, true);
  await serving(
    (request) => request.socket.destroy(),
    async (address) => {
      const cut = await new Transport(settings({ address })).send("POST", "/", "[]");
      assert.deepEqual([cut.status, cut.unsent], [0, false]);
    },
  );
});

test("a token that cannot be had is a request that was not sent, and takes no longer than one", async () => {
  const failing = settings({ address: "http://127.0.0.1:1", token: () => Promise.reject(new Error("none")) });
  assert.equal((await new Transport(failing).send("GET", "/")).unsent, true);
  const hanging = settings({ address: "http://127.0.0.1:1", requestTimeoutMs: 20, token: () => new Promise(() => {}) });
  const outcome = await new Transport(hanging).send("GET", "/");
  assert.equal(outcome.unsent, true);
  assert.match(String(outcome.cause), /no answer within 20 ms/);
});

test("nothing is taken elsewhere by a redirect", async () => {
  await serving(
    (request, response) => {
      response.writeHead(307, { Location: "/elsewhere" });
      response.end();
    },
    async (address, requests) => {
      const client = new QuipuClient({ address });
      await assert.rejects(client.add("c"), (error) => error.code === "problem" && error.problem.status === 307);
      assert.deepEqual(requests.map(({ url }) => url), ["/v1/events"]);
    },
  );
});

test("only what is a part of a path is put into one", () => {
  assert.equal(counterPath("n", "top"), "/v1/counters/n/%74op");
  assert.equal(counterPath("n", "a/b"), "/v1/counters/n/a%2Fb");
  assert.throws(() => counterPath("n", ".."), /cannot be a part of a URL/);
  assert.equal(query({ a: "x y", b: undefined, c: new Date(0), n: 3 }), "?a=x%20y&c=1970-01-01T00%3A00%3A00.000Z&n=3");
});

test("Retry-After is in seconds, or a date", () => {
  assert.equal(retryAfter("2"), 2_000);
  assert.equal(retryAfter(new Date(5_000).toUTCString(), 1_000), 4_000);
  assert.equal(retryAfter(new Date(5_000).toUTCString(), 9_000), 0);
  assert.equal(retryAfter("soon"), 0);
  assert.equal(retryAfter(null), 0);
});

test("what cannot be is refused before anything is sent, and names the option", async () => {
  assert.throws(() => new QuipuClient({ address: "nowhere" }), /address must be a URL/);
  assert.throws(() => new QuipuClient({ address: "http://user:secret@localhost" }), /without credentials/);
  assert.throws(() => new QuipuClient({ address: "http://localhost", maxInFlight: 0 }), /maxInFlight .* 1 to 1000/);
  assert.throws(() => new QuipuClient({}), /address/);
  const client = new QuipuClient({ address: "http://localhost:1" });
  await assert.rejects(client.add(""), /counter must be a text/);
  await assert.rejects(client.add("a", 1.5), /delta must be an integer/);
  await assert.rejects(client.add("a", -(2 ** 53)), /delta is -9007199254740992, .* such as -9007199254740992n/);
});
