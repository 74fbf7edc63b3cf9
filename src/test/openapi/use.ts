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

/** Records events in a namespace of its own, and prints what each read says of them. */
async function use(
  name: string,
  settings: Schemas["NamespaceSettings"],
  events: Schemas["Event"][],
  number: (read: { count?: number; estimate?: number | null }) => number | null | undefined,
): Promise<void> {
  const namespace = prefix + name;
  const path = { namespace, counter };
  got(await client.PUT("/v1/namespaces/{namespace}", { params: { path: { namespace } }, body: settings }));
  const recorded = got(
    await client.POST("/v1/counters/{namespace}/{counter}/events", { params: { path }, body: events }),
  );
  const read = got(await client.GET("/v1/counters/{namespace}/{counter}", { params: { path } }));
  const { windows = [] } = got(
    await client.GET("/v1/counters/{namespace}/{counter}/windows", {
      params: { path, query: { granularity: "hour", from } },
    }),
  );
  const total = got(
    await client.GET("/v1/counters/{namespace}/{counter}/total", { params: { path, query: { from } } }),
  );
  const top = await ranked(namespace);
  const last = windows.filter((window) => window.events > 0);
  console.log([name, recorded.events, read, ...last, total, top].map((one) => (typeof one === "object" ? number(one) : one)).join(" "));
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

const count = (read: { count?: number }) => read.count;
const estimate = (read: { estimate?: number | null }) => read.estimate;
const two: Schemas["Event"][] = [{ id: "a", delta: 2 }, { id: "b", delta: 3 }];

await use("event", { kind: "event", rows: "7d" }, two, count);
await use("unique", { kind: "unique" }, two, count);
await use("latest", { kind: "latest" }, [{ actor: "P1", version: 2, value: 1500 }], count);
await use("linear", { kind: "linear", min: 0, max: 10 }, [{ delta: 2 }, { delta: 3 }], count);
await use("sketch", { kind: "sketch", state: "sum", windows: ["hour"] }, [{ value: 2 }, { value: 3.5 }], estimate);
