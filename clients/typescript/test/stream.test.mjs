import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { QuipuClient } from "../dist/index.js";
import { HandDrivenTime } from "./hand-driven-time.mjs";

// that of a later Node; each file is a process of its own
delete globalThis.WebSocket;

const COUNT =
  '{"type":"count","namespace":"default","counter":"a/b","count":5,"events":5,' +
  '"settled":{"count":0,"events":0,"until":null},"tail":{"count":5,"events":5},"seq":1,"asOf":"2026-01-01T12:00:00Z"}';

/** Follows a counter at a server that does with each request what the test says. */
async function following(handle, run) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url, headers: request.headers });
    handle(request, response, requests.length);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const time = new HandDrivenTime();
    const address = `http://127.0.0.1:${server.address().port}`;
    await run(new QuipuClient({ address, token: "qk_a_b", time }), time, requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function stream(response) {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write(`retry: 2000\n\nevent: count\nid: 1\ndata: ${COUNT}\n\n`);
}

test("without a WebSocket a counter is followed as a stream, and left behind when it is closed", async () => {
  await following(
    (request, response) => stream(response),
    async (client, time, requests) => {
      const count = await new Promise((resolve) => {
        const live = client.live(["a/b"], (found) => {
          live.close();
          resolve(found);
        });
      });
      assert.equal(count.count, 5n);
      assert.equal(requests[0].url, "/v1/counters/default/a%2Fb/live");
      assert.equal(requests[0].headers.accept, "text/event-stream");
      assert.equal(requests[0].headers.authorization, "Bearer qk_a_b");
      await time.advance(0);
      assert.equal(time.pending, 0, "nothing keeps a program from ending");
    },
  );
});

test("a stream that ends is begun again", async () => {
  await following(
    (request, response, number) => {
      stream(response);
      if (number === 1) {
        response.end();
      }
    },
    async (client, time, requests) => {
      let told = 0;
      let lost;
      const gone = new Promise((resolve) => (lost = resolve));
      let again;
      const back = new Promise((resolve) => (again = resolve));
      const live = client.live(["a/b"], () => ++told === 2 && again(), { onState: (state) => state === "lost" && lost() });
      await gone;
      await time.advance(50);
      await back;
      assert.equal(requests.length, 2);
      live.close();
    },
  );
});

test("a stream that is not allowed ends it", async () => {
  await following(
    (request, response) => {
      response.writeHead(403, { "Content-Type": "application/problem+json" });
      response.end('{"type":"/problems/forbidden","title":"","status":403,"detail":"no"}');
    },
    async (client, time, requests) => {
      const error = await new Promise((resolve) => client.live(["a/b"], () => undefined, { onError: resolve }));
      assert.equal(error.problem.type, "/problems/forbidden");
      await time.advance(60_000);
      assert.equal(requests.length, 1);
      assert.equal(time.pending, 0);
    },
  );
});

test("too many streams, and names that no path has, are refused in words", () => {
  const client = new QuipuClient({ address: "http://127.0.0.1:1" });
  const many = Array.from({ length: 101 }, (_, i) => `c${i}`);
  assert.throws(() => client.live(many, () => undefined), /has no WebSocket\. Give the client one/);
  assert.throws(() => client.live([".."], () => undefined), /cannot be a part of a URL/);
});
