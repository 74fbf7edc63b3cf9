import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const compiler = join(here, "node_modules/typescript/bin/tsc");

/** A program of somebody who uses the package, in TypeScript. */
const CONSUMER = `
import { QuipuClient, QuipuError, type Count, type Live, type Recordable } from "@quipu/client";

const client = new QuipuClient({ address: "http://localhost:8080", namespace: "votes", token: async () => "qk_a_b" });
const event: Recordable = await client.add("black star", 1n, { id: "voter-1" }).catch((error: unknown) => {
  if (error instanceof QuipuError && error.code === "in-doubt") {
    return error.event!;
  }
  throw error;
});
const count: bigint = (await client.get("black star")).count;
const live: Live = client.live(["a", { namespace: "m", counter: "b" }], (found: Count) => found.settled.until?.getTime());
live.close();
const inDoubt: Recordable[] = await client.close(500);
// @ts-expect-error a count is no number
const wrong: number = count;
// @ts-expect-error a delta is a number
await client.add("a", "1");
const visitors = { namespace: "visitors" };
await client.get("home", visitors);
await client.getMany(["home", { counter: "b", namespace: "n" }], visitors);
await client.windows("home", { granularity: "day", ...visitors });
client.live(["home"], () => undefined, visitors).close();
// @ts-expect-error no such option
new QuipuClient({ adress: "http://localhost:8080" });
// @ts-expect-error no such option
await client.add("home", 1, { namspace: "visitors" });
// @ts-expect-error no such option
await client.get("home", { namspace: "visitors" });
// @ts-expect-error no such member
await client.get({ counter: "home", namspace: "visitors" });
// @ts-expect-error no such option
await client.getMany(["home"], { namspace: "visitors" });
// @ts-expect-error no such option
await client.windows("home", { granularity: "day", namspace: "visitors" });
// @ts-expect-error no such option
await client.top({ n: 10, namspace: "visitors" });
// @ts-expect-error no such option
client.live(["home"], () => undefined, { namspace: "visitors" });
const seats: bigint = (await client.increment("seats", 1, { max: 100, namespace: "tickets" })).count;
await client.state("paid", { actor: "P1", version: 2, value: 1500n, namespace: "payments" });
await client.addValue("home", "ann", visitors);
const different: number | undefined = (await client.sketch("home", { n: 3, ...visitors })).estimate?.lower;
await client.record(event);
// @ts-expect-error no such option
await client.increment("seats", 1, { most: 100 });
// @ts-expect-error a version is needed
await client.state("paid", { actor: "P1", value: 1500 });
// @ts-expect-error no such option
await client.sketch("home", { rank: 0.5 });
// @ts-expect-error an object
await client.top(10);
for await (const { counter } of client.counters({ prefix: "a", pageSize: 10 })) {
  const name: string = counter;
}
const { settings, kind } = await client.namespace("votes");
await client.putNamespace("more", { ...settings, deduplicate: "7d", other: { later: 1 } });
// @ts-expect-error no such setting
await client.putNamespace("votes", { dedup: "7d" });
// @ts-expect-error scopes are needed
await client.createKey({ name: "page" });
const token: string = (await client.createKey({ scopes: ["record:votes"], delta: 1 })).key;
const last: Date | undefined = (await client.keys().all())[0]?.lastUsed;
const drift: bigint = (await client.recount("a")).drift;
export { different, drift, kind, last, token, event, inDoubt, seats, wrong };
`;

let folder;

function run(command, parameters, cwd = folder) {
  return execFileSync(command, parameters, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), "quipu-client-"));
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], here);
  const packed = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, packed)]);
});

after(() => rmSync(folder, { recursive: true, force: true }));

test("what is published has the code, its types and nothing else, and depends on nothing", () => {
  const files = run("find", ["node_modules/@quipu/client", "-type", "f"]).trim().split("\n");
  for (const file of files) {
    assert.match(file, /client\/(package\.json|README\.md|LICENSE|dist\/[\w/]+\.(js|d\.ts))$/);
  }
  for (const file of ["dist/index.js", "dist/index.d.ts", "README.md", "LICENSE"]) {
    assert.ok(files.includes(`node_modules/@quipu/client/${file}`), file);
  }
  const described = JSON.parse(readFileSync(join(folder, "node_modules/@quipu/client/package.json"), "utf8"));
  assert.equal(described.dependencies, undefined);
});

test("the same sources make the same package, byte for byte", () => {
  const again = join(folder, "again");
  mkdirSync(again);
  const now = new Date();
  utimesSync(join(here, "README.md"), now, now);
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", again], here);
  const [packed] = readdirSync(again);
  assert.deepEqual(readFileSync(join(again, packed)), readFileSync(join(folder, packed)));
});

test("a program that has installed it can import it", () => {
  writeFileSync(
    join(folder, "program.mjs"),
    'import { QuipuClient } from "@quipu/client";\n' +
      'console.log(typeof new QuipuClient({ address: "http://localhost" }).add);\n',
  );
  assert.equal(run(process.execPath, ["program.mjs"]).trim(), "function");
});

test("its types say what a program may do, and what not", () => {
  writeFileSync(join(folder, "consumer.mts"), CONSUMER);
  const compilerOptions = { noEmit: true, strict: true, target: "ES2022", module: "NodeNext", types: [] };
  const lib = ["ES2022", "DOM"];
  const config = { compilerOptions: { ...compilerOptions, lib }, files: ["consumer.mts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  try {
    run(process.execPath, [compiler, "-p", "."]);
  } catch (error) {
    assert.fail(error.stdout);
  }
});
