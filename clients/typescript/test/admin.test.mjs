import assert from "node:assert/strict";
import { test } from "node:test";
import { QuipuClient } from "../dist/index.js";
import { serving } from "./serving.mjs";

const SETTINGS = '{"namespace":"shop","kind":"linear","max":1000000000000000,"rows":"1d","retain":"1d","colour":"red"}';

function problem(response, status, slug) {
  response.writeHead(status, { "Content-Type": "application/problem+json" });
  response.end(JSON.stringify({ type: `/problems/${slug}`, title: slug, status, detail: `planted ${slug}` }));
}

test("settings of a namespace are read by name, and may be put again as they are", async () => {
  const bodies = [];
  await serving(
    async (request, response) => {
      bodies.push(await body(request));
      response.end(SETTINGS);
    },
    async (address, requests) => {
      const client = new QuipuClient({ address });
      const { kind, settings } = await client.namespace("shop");
      assert.equal(kind, "linear");
      assert.deepEqual(settings, { kind: "linear", max: 10n ** 15n, rows: "1d", other: { colour: "red" } });
      await client.putNamespace("shop", settings);
      assert.equal(bodies[1], '{"kind":"linear","max":1000000000000000,"rows":"1d","colour":"red"}');
      assert.deepEqual(requests.map(({ method, url }) => `${method} ${url}`), [
        "GET /v1/namespaces/shop",
        "PUT /v1/namespaces/shop",
      ]);
      await assert.rejects(client.putNamespace("shop", { colour: "red" }), /no option "colour"/);
      await assert.rejects(client.putNamespace(""), /namespace/);
      await assert.rejects(client.createKey({ scopes: ["read:*"], expiry: "never" }), /no option "expiry"/);
      await assert.rejects(client.createKey({}), /scopes/);
      assert.throws(() => client.counters({ pageSize: 1_001 }), /pageSize/);
      assert.throws(() => client.counters({ limit: 3 }), /no option "limit"/);
      assert.throws(() => client.namespaces({ namespace: "shop" }), /no option "namespace"/);
      assert.equal(requests.length, 2);
    },
  );
});

test("a change without an answer is in doubt, and is not made again", async () => {
  for (const change of [
    (client) => client.reset("a"),
    (client) => client.purge("a"),
    (client) => client.deleteNamespace("shop"),
    (client) => client.createKey({ scopes: ["read:*"] }),
  ]) {
    await serving(
      (request, response, number) => (number === 1 ? problem(response, 503, "queue-full") : request.socket.destroy()),
      async (address, requests) => {
        const client = new QuipuClient({ address });
        await assert.rejects(change(client), (error) => error.code === "in-doubt" && error.event === undefined);
        assert.equal(requests.length, 2);
      },
    );
  }
});

test("an answer of somebody else does not tell that a change was made", async () => {
  await serving(
    (request, response) => response.end('{"status":"ok"}'),
    async (address) => {
      const client = new QuipuClient({ address });
      await assert.rejects(client.reset("a"), { code: "in-doubt" });
      await assert.rejects(client.deleteKey("k1"), { code: "in-doubt" });
    },
  );
});

test("a change that is harmless to repeat is repeated, and a later no leaves the first attempt in doubt", async () => {
  await serving(
    (request, response, number) => (number === 1 ? request.socket.destroy() : problem(response, 403, "forbidden")),
    async (address, requests) => {
      const client = new QuipuClient({ address });
      await assert.rejects(client.putNamespace("shop", { kind: "event" }), ({ code, problem }) => {
        assert.equal(problem.status, 403);
        return code === "in-doubt";
      });
      assert.equal(requests.length, 2);
    },
  );
});

test("a change that nobody could have made is refused", async () => {
  await serving(
    (request, response) => problem(response, 503, "queue-full"),
    async (address) => {
      const client = new QuipuClient({ address, giveUpMs: 200 });
      await assert.rejects(client.reset("a"), { code: "refused" });
      await assert.rejects(client.get("a"), { code: "problem" });
    },
  );
});

test("a list is read page by page, no sooner than it is needed, from where it is wanted", async () => {
  const names = ["a", "b", "c", "d", "e"];
  await serving(
    (request, response) => {
      const query = new URL(request.url, "http://localhost").searchParams;
      const rest = names.filter((name) => name > (query.get("after") ?? ""));
      const some = rest.slice(0, Number(query.get("limit")));
      const next = some.length < rest.length ? { next: some.at(-1) } : {};
      response.end(JSON.stringify({ counters: some.map((counter) => ({ counter, count: 1, events: 1 })), ...next }));
    },
    async (address, requests) => {
      const client = new QuipuClient({ address, namespace: "n" });
      const list = client.counters({ pageSize: 2, prefix: "" });
      assert.equal(requests.length, 0);
      for await (const { counter } of list) {
        if (counter === "b") {
          break;
        }
      }
      assert.equal(requests.length, 1);
      assert.deepEqual((await list.all()).map(({ counter }) => counter), names);
      const pages = list.pages();
      const { next } = (await pages.next()).value;
      const rest = await client.counters({ after: next }).all();
      assert.deepEqual(rest.map(({ counter }) => counter), ["c", "d", "e"]);
      assert.equal(requests.at(-1).url, "/v1/counters/n?limit=1000&after=b");
    },
  );
});

test("keys and recounts are read with all that they have", async () => {
  const key = { id: "k1", scopes: ["read:*"], name: "page", created: "2026-01-01T00:00:00Z", lastUsed: "2026-01-02T03:00:00Z" };
  const answers = {
    "GET /v1/keys?limit=1000": { keys: [key, { id: "k2", scopes: [], created: key.created, lastUsed: null }] },
    "POST /v1/keys": { ...key, key: "qk_k1_s" },
    "DELETE /v1/keys/k1": { status: "deleted", id: "k1" },
    "POST /v1/counters/default/a/recount?where=plan%3Apro": { count: 7, recounted: 7, drift: 0, windowsChecked: 3, complete: true },
  };
  await serving(
    (request, response) => response.end(JSON.stringify(answers[`${request.method} ${request.url}`])),
    async (address) => {
      const client = new QuipuClient({ address });
      const [first, second] = await client.keys().all();
      assert.deepEqual([first.name, first.lastUsed.getUTCHours(), second.lastUsed], ["page", 3, undefined]);
      assert.equal((await client.createKey({ scopes: ["read:*"], expires: new Date() })).key, "qk_k1_s");
      assert.equal(await client.deleteKey("k1"), undefined);
      const { drift, complete } = await client.recount("a", { where: { plan: "pro" } });
      assert.deepEqual([drift, complete], [0n, true]);
    },
  );
});

async function body(request) {
  let text = "";
  for await (const piece of request) {
    text += piece;
  }
  return text;
}
