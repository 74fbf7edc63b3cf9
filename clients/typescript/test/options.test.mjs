import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { QuipuClient } from "../dist/index.js";

globalThis.crypto ??= (await import("node:crypto")).webcrypto;

const address = "http://127.0.0.1:1";

/** All that it is asked for, in the words of the request; each count is 7. */
async function asked(run) {
  const requests = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      requests.push(request.method === "GET" ? request.url : JSON.parse(body));
      const count = { namespace: "n", counter: "home", count: 7, events: 7, settled: { count: 7, events: 7 }, tail: { count: 0, events: 0 } };
      const range = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };
      const answers = { "/v1/counts": { counts: [count] }, "/v1/events": { status: "recorded", events: 1 } };
      const read = request.url.includes("/windows") ? { granularity: "hour", windows: [] } : { counters: [], ...count, ...range };
      response.writeHead(request.url === "/v1/events" ? 201 : 200);
      response.end(JSON.stringify(answers[request.url] ?? read));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new QuipuClient({ address: `http://127.0.0.1:${server.address().port}`, namespace: "mine" });
  try {
    await run(client);
  } finally {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return requests;
}

test("every method takes the namespace as an option", async () => {
  const namespace = "visitors";
  const requests = await asked(async (client) => {
    await client.get("home", { namespace });
    await client.windows("home", { granularity: "hour", namespace });
    await client.total("home", { from: "-7d", compare: "previous", namespace });
    await client.top({ n: 1, namespace });
    await client.getMany(["home"], { namespace });
    await client.add("home", 1, { id: "x", namespace });
  });
  assert.deepEqual(requests, [
    "/v1/counters/visitors/home",
    "/v1/counters/visitors/home/windows?granularity=hour",
    "/v1/counters/visitors/home/total?from=-7d&compare=previous",
    "/v1/counters/visitors/top?n=1",
    { counters: [{ namespace, counter: "home" }] },
    [{ namespace, counter: "home", delta: 1, id: "x" }],
  ]);
});

test("a counter that names its own namespace is there, whatever the options and the client say", async () => {
  const requests = await asked(async (client) => {
    await client.get({ counter: "home", namespace: "own" }, { namespace: "visitors" });
    await client.add({ counter: "home", namespace: "own" }, 1, { id: "x", namespace: "visitors" });
    await client.get({ counter: "home" });
  });
  assert.deepEqual(requests, [
    "/v1/counters/own/home",
    [{ namespace: "own", counter: "home", delta: 1, id: "x" }],
    "/v1/counters/mine/home",
  ]);
});

test("a name that is not known is refused everywhere, and nothing is sent", async () => {
  const other = { namspace: "visitors" };
  const refused = { name: "TypeError", message: /has no option "namspace", but .*namespace/ };
  assert.throws(() => new QuipuClient({ address, ...other }), refused);
  const requests = await asked(async (client) => {
    await assert.rejects(client.add("home", 1, other), refused);
    await assert.rejects(client.add({ counter: "home", ...other }), refused);
    await assert.rejects(client.get("home", other), refused);
    await assert.rejects(client.get({ counter: "home", ...other }), refused);
    await assert.rejects(client.getMany(["home"], other), refused);
    await assert.rejects(client.getMany(["home", { counter: "home", ...other }]), refused);
    await assert.rejects(client.windows("home", { granularity: "hour", ...other }), refused);
    await assert.rejects(client.total("home", { from: "-1d", ...other }), refused);
    await assert.rejects(client.increment("home", 1, other), refused);
    await assert.rejects(client.state("home", { actor: "a", version: 1, value: 1, ...other }), refused);
    await assert.rejects(client.addValue("home", 1, other), refused);
    await assert.rejects(client.sketch("home", other), refused);
    await assert.rejects(client.sketchWindows("home", { granularity: "hour", ...other }), refused);
    await assert.rejects(client.sketchTotal("home", { from: "-1d", ...other }), refused);
    await assert.rejects(client.seriesPage("home", { by: ["a"], ...other }), refused);
    await assert.rejects(client.top(other), refused);
    assert.throws(() => client.live(["home"], () => undefined, other), refused);
    assert.throws(() => client.live([{ counter: "home", ...other }], () => undefined), refused);
  });
  assert.deepEqual(requests, []);
});

test("what is no option at all is refused, too", async () => {
  const client = new QuipuClient({ address });
  const words = (message) => ({ name: "TypeError", message });
  assert.throws(() => new QuipuClient("http://localhost"), words(/^QuipuClient takes an object with address, .*, not "http/));
  assert.throws(() => new QuipuClient(null), words(/takes an object/));
  await assert.rejects(client.get("home", "visitors"), words(/^get takes an object with where, namespace, not "visitors"/));
  await assert.rejects(client.get(["home"]), words(/^a counter takes an object with counter, namespace/));
  await assert.rejects(client.get(), words(/^a counter takes an object/));
  await assert.rejects(client.getMany("a", "b"), words(/takes an object/));
  await assert.rejects(client.getMany("a"), words(/^counters must be an array, not "a"/));
  await assert.rejects(client.windows("home", "hour"), words(/^windows takes an object with granularity, .*not "hour"/));
  await assert.rejects(client.windows("home"), words(/takes an object/));
  await assert.rejects(client.windows("home", {}), words(/^granularity must be a text/));
  await assert.rejects(client.total("home", {}), words(/^from must be a text/));
  await assert.rejects(client.top(10), words(/^top takes an object with n, .*, not 10/));
  await assert.rejects(client.add("home", { namespace: "visitors" }), words(/delta must be an integer/));
  await assert.rejects(client.add("home", null), words(/delta must be an integer/));
  await assert.rejects(client.increment("home", null), words(/delta must be an integer/));
  await assert.rejects(client.increment("home", 1, { max: "9" }), words(/max must be an integer/));
  await assert.rejects(client.increment("..", 1), words(/".." cannot be a part of a URL/));
  await assert.rejects(client.state("home", { version: 1, value: 1 }), words(/actor must be a text/));
  await assert.rejects(client.state("home", { actor: "a", version: 1, value: 1.5 }), words(/value must be an integer/));
  await assert.rejects(client.addValue("home", NaN), words(/a value must be a text or a number, not NaN/));
  await assert.rejects(client.addValue("home", {}), words(/a value must be a text or a number, not an object/));
  await assert.rejects(client.get("home", { where: ["country"] }), words(/where must be an object of texts/));
  await assert.rejects(client.sketch("home", { ranks: 0.5 }), words(/ranks must be an array/));
  await assert.rejects(client.sketch("home", { ranks: [50] }), { name: "RangeError", message: /ranks must be numbers/ });
  await assert.rejects(client.sketch("home", { n: 0 }), { name: "RangeError", message: /n must be an integer from 1/ });
  await assert.rejects(client.add("home", 1, "order-1"), words(/^add takes an object with id, events, time, labels, namespace/));
  assert.throws(() => client.live("home", () => undefined), words(/^counters must be an array/));
  assert.throws(() => client.live(["home"], { onCount() {} }), words(/listener must be a function, not an object/));
});

test("null and the wrong type are refused, and not taken for what is left out", async () => {
  const client = new QuipuClient({ address });
  const wrong = {
    namespace: [null, "", 5],
    token: [null, "", 5],
    coalesce: ["false", null],
    giveUpMs: [null, -1, "5", NaN, Infinity],
    lingerMs: [null, -1, 0.5],
    fetch: [null, "x"],
    WebSocket: [null, {}],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(() => new QuipuClient({ address, [name]: value }), { message: new RegExp(`^${name} must be`) });
    }
  }
  await assert.rejects(client.get("home", { namespace: null }), /namespace must be a text/);
  await assert.rejects(client.get({ counter: "home", namespace: null }), /namespace must be a text/);
  await assert.rejects(client.top({ namespace: "" }), /namespace must be a text/);
  await assert.rejects(client.add("home", 1, { id: null }), /id must be a text/);
  assert.throws(() => client.live(["home"], () => undefined, { onError: 5 }), /onError must be a function/);
  for (const withinMs of [-1, NaN, Infinity, "500", null, { withinMs: 5 }]) {
    await assert.rejects(client.close(withinMs), { name: "RangeError", message: /^withinMs must be an integer from 0/ });
  }
  await assert.rejects(client.add("home", 1, { namespace: "", id: "x" }), /namespace must be a text/, "it is not closed");
});

test("a token that is none is not shown", async () => {
  const requests = [];
  const fetch = async (...request) => void requests.push(request);
  for (const token of [() => undefined, async () => null, () => ""]) {
    const client = new QuipuClient({ address, token, fetch, lingerMs: 0, giveUpMs: 500 });
    await assert.rejects(client.add("home"), { code: "refused", message: /what token\(\) answers must be a text/ });
  }
  assert.deepEqual(requests, []);
});

test("least times between counts are kept, or refused", () => {
  const WebSocket = globalThis.WebSocket;
  globalThis.WebSocket = undefined;
  try {
    const client = new QuipuClient({ address });
    assert.throws(() => client.live(["home"], () => undefined, { minIntervalMs: 100 }), /minIntervalMs needs a WebSocket/);
  } finally {
    globalThis.WebSocket = WebSocket;
  }
});
