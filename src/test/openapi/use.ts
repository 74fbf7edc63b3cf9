import createClient from "openapi-fetch";
import type { components, paths } from "./quipu.js";

type Schemas = components["schemas"];

const [address = "", prefix = ""] = process.argv.slice(2);
const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: address });
const counter = "back in black";
const from = "-1d";

function got<T>(result: { data?: T; error?: Schemas["Problem"] }): T {
  if (result.data === undefined) {
    throw new Error(JSON.stringify(result.error));
  }
  return result.data;
}

/** What counts and sketches have of each other's members. */
interface Numbered {
  count?: number;
  estimate?: number | null;
}

function print(name: string, ...read: unknown[]): void {
  console.log([name, ...read].join(" "));
}

async function create(name: string, settings: Schemas["NamespaceSettings"]): Promise<string> {
  const namespace = prefix + name;
  got(await client.PUT("/v1/namespaces/{namespace}", { params: { path: { namespace } }, body: settings }));
  return namespace;
}

async function record(namespace: string, events: Schemas["Event"][]): Promise<Schemas["Recorded"]> {
  const params = { path: { namespace, counter } };
  return got(await client.POST("/v1/counters/{namespace}/{counter}/events", { params, body: events }));
}

async function read(namespace: string, query: { by?: string; ranks?: string } = {}): Promise<Schemas["Count"]> {
  const params = { path: { namespace, counter }, query };
  return got(await client.GET("/v1/counters/{namespace}/{counter}", { params }));
}

/** The first of the largest counters, once it is among them: lists have what is settled. */
async function ranked(namespace: string): Promise<Schemas["ListedCounter"]> {
  for (;;) {
    const { counters } = got(
      await client.GET("/v1/counters/{namespace}/top", { params: { path: { namespace } } }),
    );
    if (counters[0]) {
      return counters[0];
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Records events in a namespace of its own, and prints what each read says of them. */
async function use(
  name: string,
  settings: Schemas["NamespaceSettings"],
  events: Schemas["Event"][],
  number: (read: Numbered) => unknown,
): Promise<void> {
  const namespace = await create(name, settings);
  const recorded = await record(namespace, events);
  const count = await read(namespace);
  const path = { namespace, counter };
  const { windows = [] } = got(
    await client.GET("/v1/counters/{namespace}/{counter}/windows", {
      params: { path, query: { granularity: "hour", from } },
    }),
  );
  const total = got(
    await client.GET("/v1/counters/{namespace}/{counter}/total", { params: { path, query: { from } } }),
  );
  const top = await ranked(namespace);
  const answers = [count, ...windows.filter((window) => window.events > 0), total, top];
  print(name, recorded.events, ...answers.map(number));
}

const count = (read: Numbered) => read.count;
const estimate = (read: Numbered) => read.estimate;
const both: Schemas["Event"][] = [
  { id: "a", delta: 2 },
  { id: "b", delta: 3 },
];

await use("event", { kind: "event", deduplicate: "7d" }, both, count);
await use("unique", { kind: "unique" }, both, count);
await use("latest", { kind: "latest" }, [{ actor: "P1", version: 2, value: 1500 }], count);
await use("linear", { kind: "linear", min: 0, max: 10 }, [{ delta: 2 }, { delta: 3 }], count);
const hours: Schemas["NamespaceSettings"] = { kind: "sketch", state: "sum", windows: ["hour"] };
await use("sketch", hours, [{ value: 2 }, { value: 3.5 }], estimate);

const items = await create("items", { kind: "sketch", state: "top" });
await record(items, [{ value: counter }, { value: counter }, { value: 7 }]);
print("items", ...((await read(items)).items ?? []).map(({ item, lower }) => `${item}:${lower}`));

const quantiles = await create("quantiles", { kind: "sketch", state: "quantiles" });
const before = (await read(quantiles, { ranks: "0.5" })).quantiles?.[0]?.value;
await record(quantiles, [{ value: 3.5 }]);
print("quantiles", String(before), (await read(quantiles, { ranks: "0.5" })).quantiles?.[0]?.value);

const labelled = await create("series", { labels: ["country"] });
await record(labelled, ["CH", "CH", "DE"].map((country) => ({ labels: { country } })));
const { series = [] } = await read(labelled, { by: "country" });
print("series", ...series.map(({ labels, count }) => `${labels["country"]}:${count}`));

const { error, response } = await client.GET("/v1/counters/{namespace}/{counter}", {
  params: { path: { namespace: "nowhere", counter } },
});
print("refused", response.status, error?.type);
