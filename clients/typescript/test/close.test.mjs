import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { QuipuClient } from "../dist/index.js";

globalThis.crypto ??= (await import("node:crypto")).webcrypto;

// each of the 40 turns of promises with each of the 13 of the event loop
const CLOSES = 40 * 13;
const AT_ONCE = 20;

/** Lets so many steps of what waits be made: of promises, or of the event loop. */
async function steps(promises, turns) {
  for (let i = 0; i < promises; i++) {
    await undefined;
  }
  for (let i = 0; i < turns; i++) {
    await new Promise(setImmediate);
  }
}

/** A server that writes all events, and is silent about one request of four; what it has written. */
async function writing(run) {
  const written = new Set();
  let requests = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    try {
      for await (const part of request) {
        body += part;
      }
    } catch {
      return;
    }
    if (request.method === "GET") {
      response.end('{"namespace":"default","kind":"event","deduplicate":"24h"}');
      return;
    }
    const events = JSON.parse(body);
    events.forEach(({ id }) => written.add(id));
    response.writeHead(++requests % 4 === 0 ? 502 : 201);
    response.end(JSON.stringify({ status: "recorded", events: events.length }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await run(`http://127.0.0.1:${server.address().port}`, written);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** One client, which is closed somewhere between two steps of what it sends; what became of its events. */
async function closed(address, number) {
  const client = new QuipuClient({
    address,
    lingerMs: 0,
    maxBatchEvents: 2,
    maxInFlight: 3,
    // asked between an attempt and its request
    ...(number % 2 === 0 ? { token: async () => (await steps(number % 7, 0), "token") } : {}),
  });
  const ends = { recorded: [], refused: [], "in-doubt": [] };
  const added = Array.from({ length: 8 }, (_, index) => {
    const id = `${number}-${index}`;
    return client.add("a", 1, { id }).then(
      () => ends.recorded.push(id),
      (error) => ends[error.code].push(id),
    );
  });
  await steps(number % 40, number % 13);
  const inDoubt = await client.close(number % 40 === 0 ? 60_000 : number % 3);
  await Promise.all(added);
  assert.deepEqual(inDoubt.map(({ id }) => id).sort(), ends["in-doubt"].sort(), "close says the same as the promises");
  return ends;
}

test("hundreds of closes: what is said to be refused was never sent, whenever the client closes", async () => {
  await writing(async (address, written) => {
    const all = { recorded: [], refused: [], "in-doubt": [] };
    for (let from = 0; from < CLOSES; from += AT_ONCE) {
      const some = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => closed(address, from + i)));
      some.forEach((ends) => Object.keys(all).forEach((end) => all[end].push(...ends[end])));
    }
    // what was on its way before has come before
    await new QuipuClient({ address }).add("a", 1, { id: "last" });
    assert.deepEqual(all.refused.filter((id) => written.has(id)), []);
    assert.deepEqual(all.recorded.filter((id) => !written.has(id)), []);
    for (const [end, ids] of Object.entries(all)) {
      assert.ok(ids.length > 0, end);
    }
  });
});
