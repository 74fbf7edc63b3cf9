// The client as a process that the shared table of behaviours drives; the protocol is in clients/behaviours.md.
import { createInterface } from "node:readline";
import { QuipuClient, QuipuError } from "../dist/index.js";
import { NodeWebSocket } from "./node-socket.mjs";

// Node 18 has it, but not as a global
globalThis.crypto ??= (await import("node:crypto")).webcrypto;

const options = {
  address: process.env.QUIPU_ADDRESS,
  WebSocket: globalThis.WebSocket ?? NodeWebSocket,
  ...(process.env.QUIPU_NAMESPACE ? { namespace: process.env.QUIPU_NAMESPACE } : {}),
  ...(process.env.QUIPU_TOKEN ? { token: process.env.QUIPU_TOKEN } : {}),
  ...JSON.parse(process.env.QUIPU_OPTIONS ?? "{}"),
};
const client = new QuipuClient(options);
const ENDS = { "in-doubt": "inDoubt", refused: "refused" };
const lives = new Map();
const outstanding = new Set();

const operations = {
  async add({ counter, delta, events, id, time, labels, namespace }) {
    await client.add(counter, delta, {
      ...(events === undefined ? {} : { events }),
      ...(id === undefined ? {} : { id }),
      ...(time === undefined ? {} : { time }),
      ...(labels === undefined ? {} : { labels }),
      ...(namespace === undefined ? {} : { namespace }),
    });
    return {};
  },

  async addMany({ counters, count }) {
    const ends = { acknowledged: 0, inDoubt: 0, refused: 0, failed: 0 };
    const add = async (counter) => {
      for (;;) {
        try {
          await client.add(counter);
          ends.acknowledged++;
          return;
        } catch (error) {
          if (error.code !== "full") {
            ends[ENDS[error.code] ?? "failed"]++;
            return;
          }
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }
    };
    await Promise.all(Array.from({ length: count }, (_, i) => add(counters[i % counters.length])));
    return ends;
  },

  async state({ counter, namespace, actor, version, value, replaces, time }) {
    await client.state(counter, { namespace, actor, version, value, replaces, time });
    return {};
  },

  async value({ counter, namespace, value }) {
    await client.addValue(counter, value, { namespace });
    return {};
  },

  async increment({ counter, namespace, delta, events, id, min, max }) {
    return texts(await client.increment(counter, delta, { namespace, events, id, min, max }));
  },

  async get({ counter, namespace, where }) {
    const { count, events, min, max, remaining, resets } = await client.get(counter, { namespace, where });
    return { ...counted({ count, events }), ...texts({ min, max, remaining, resets }) };
  },

  async getMany({ counters, namespace }) {
    const counts = await client.getMany(counters, { namespace });
    return { counts: counts.map(({ count }) => String(count)) };
  },

  async windows({ counter, namespace, granularity, range, from, to, tz }) {
    return history(await client.windows(counter, { namespace, granularity, range, from, to, tz }));
  },

  async query({ queries, namespace, range, tz, compare }) {
    const results = await client.query(queries.map(bounded), bounded(given({ namespace, range, tz, compare })));
    return { results: results.map((result, i) => resulting(result, queries[i].ask)) };
  },

  async series({ counter, namespace, by, where, limit, granularity, from, to, tz, compare }) {
    const chosen = { namespace, by, where, ...(limit === undefined ? {} : { limit }) };
    if (granularity) {
      const all = await client.windowSeries(counter, { ...chosen, granularity, from, to, tz });
      return { series: all.map(({ labels, windows }) => ({ labels, ...history(windows) })) };
    }
    if (from) {
      const all = await client.totalSeries(counter, { ...chosen, from, to, tz, compare });
      return { series: all.map(({ labels, ...total }) => ({ labels, ...totalled(total) })) };
    }
    const all = await client.series(counter, chosen);
    return { series: all.map(({ labels, ...count }) => ({ labels, ...counted(count) })) };
  },

  async seriesPage({ counter, namespace, by, where, limit, after }) {
    const { series, next } = await client.seriesPage(counter, { namespace, by, where, limit, after });
    return { series: series.map(({ labels, ...count }) => ({ labels, ...counted(count) })), next };
  },

  async total({ counter, namespace, range, from, to, tz, compare }) {
    return totalled(await client.total(counter, { namespace, range, from, to, tz, compare }));
  },

  async sketch({ counter, namespace, ranks, n }) {
    return sketched(await client.sketch(counter, { namespace, ranks, n }));
  },

  async sketchWindows({ counter, namespace, granularity, from, to, tz, ranks, n }) {
    const windows = await client.sketchWindows(counter, { namespace, granularity, from, to, tz, ranks, n });
    return { windows: windows.map(sketched) };
  },

  async sketchTotal({ counter, namespace, from, to, tz, compare, ranks, n }) {
    const { previous, ...range } = await client.sketchTotal(counter, { namespace, from, to, tz, compare, ranks, n });
    return { ...sketched(range), ...(previous ? { previous: sketched(previous) } : {}) };
  },

  async top({ n, namespace, granularity, window, range, tz }) {
    return ranked((await client.top({ n, namespace, granularity, window, range, tz })).counters);
  },

  async counters({ namespace, prefix, pageSize, after }) {
    const list = client.counters(given({ namespace, prefix, pageSize, after }));
    return { counters: (await list.all()).map(({ counter }) => counter) };
  },

  async putNamespace({ name, settings }) {
    const put = await client.putNamespace(name, settings);
    return { kind: put.kind, deduplicate: put.settings.deduplicate };
  },

  async reset({ counter, namespace }) {
    return client.reset(counter, given({ namespace }));
  },

  async recount({ counter, namespace }) {
    return texts(await client.recount(counter, given({ namespace })));
  },

  async live({ ref, counters, namespace }) {
    lives.set(ref, client.live(counters, telling(ref, counted), liveOptions(ref, namespace)));
    return {};
  },

  async livePrefix({ ref, prefix, namespace }) {
    lives.set(ref, client.livePrefix(prefix, telling(ref, counted), liveOptions(ref, namespace)));
    return {};
  },

  async sketchMany({ counters, namespace }) {
    return { sketches: (await client.sketchMany(counters, { namespace })).map(sketched) };
  },

  async liveSketches({ ref, counters, namespace }) {
    lives.set(ref, client.liveSketches(counters, telling(ref, sketched), liveOptions(ref, namespace)));
    return {};
  },

  async liveSeries({ ref, counter, by, where, namespace }) {
    const told = telling(ref, (all) => ({ series: all.series.map(({ labels, ...of }) => ({ labels, ...counted(of) })) }));
    lives.set(ref, client.liveSeries(counter, { by, where, ...liveOptions(ref, namespace) }, told));
    return {};
  },

  async unlive({ live }) {
    lives.get(live)?.close();
    lives.delete(live);
    return {};
  },

  async closes({ counter, first, clients, events, withinMs }) {
    const ended = { acknowledged: [], inDoubt: [], refused: [], failed: [] };
    for (let i = 0; i < clients; i++) {
      const one = new QuipuClient(options);
      const added = Array.from({ length: events }, (_, e) =>
        one.add(counter, 1, { id: `${counter}-${first + i}-${e}` }).then(
          (acknowledged) => ended.acknowledged.push(event(acknowledged)),
          (error) => (ended[ENDS[error.code]] ?? ended.failed).push(event(error.event ?? { id: error.message })),
        ),
      );
      await one.close(i % (withinMs + 1));
      await Promise.all(added);
    }
    return ended;
  },

  async close({ withinMs }) {
    const inDoubt = await client.close(withinMs);
    await Promise.all([...outstanding].filter((each) => each !== closing));
    return { inDoubt: inDoubt.map(event) };
  },
};

let closing;

/** A listener that says what it is told. */
function telling(ref, shown) {
  return (told) => say({ live: ref, counter: told.counter, ...shown(told) });
}

function liveOptions(ref, namespace) {
  return { namespace, onError: (error) => say({ live: ref, ...failure(error) }) };
}

function given(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** A question, with the bounds of its range as options. */
function bounded({ range, ...question }) {
  return typeof range === "object" ? { ...question, ...range } : given({ ...question, range });
}

function resulting(result, ask) {
  const { id, problem } = result;
  if (problem) {
    const { status, type, detail } = problem;
    return { id, status, type, detail };
  }
  const of = {
    count: () => counted({ count: result.count(), events: result.events() }),
    total: () => ({ total: totalled(result.total()) }),
    windows: () => history(result.windows()),
    series: () => ({ series: result.series().map(({ labels, ...count }) => ({ labels, ...counted(count) })) }),
    top: () => ranked(result.top()),
  };
  return { id, status: 200, ...of[ask]() };
}

function ranked(counters) {
  return { counters: counters.map(({ counter, count }) => ({ counter, count: String(count) })) };
}

function time(date) {
  return date.toISOString().replace(".000Z", "Z");
}

function history(windows) {
  return {
    windows: windows.map((window) => ({
      start: time(window.start),
      end: time(window.end),
      ...counted(window),
      settled: window.settled,
    })),
  };
}

function totalled({ previous, ...sum }) {
  return { ...summed(sum), ...(previous ? { previous: summed(previous) } : {}) };
}

function summed({ from, to, count, events, settled }) {
  return { from: time(from), to: time(to), ...counted({ count, events }), settled };
}

function sketched({ events, estimate, items, quantiles, settled }) {
  return {
    events: String(events),
    ...Object.fromEntries(Object.entries(estimate ?? {}).map(([name, value]) => [name, String(value)])),
    items: (items ?? []).map(({ item }) => String(item)),
    ranks: (quantiles ?? []).map(({ rank }) => String(rank)),
    settled,
  };
}

function counted({ count, events }) {
  return { count: String(count), events: String(events) };
}

/** The members that there are; times and integers as texts. */
function texts(members) {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there.map(([name, value]) => [name, value instanceof Date ? time(value) : String(value)]));
}

/** What identifies an event; of kind latest its version, of kind sketch its value. */
function event({ namespace, counter, delta, events, id, actor, version, value }) {
  return {
    namespace,
    counter,
    ...(delta === undefined ? {} : { delta: Number(delta), events, id }),
    ...(actor === undefined ? { value } : { actor, version: Number(version) }),
  };
}

function failure(error) {
  if (!(error instanceof QuipuError)) {
    return { error: "failed", detail: String(error) };
  }
  const { code, problem } = error;
  if (code === "problem") {
    const { status, type, title, detail } = problem;
    return { error: code, status, type, title, detail };
  }
  return {
    error: code,
    detail: error.message,
    ...(error.event && (code === "in-doubt" || code === "refused") ? event(error.event) : {}),
    ...(problem ? { status: problem.status } : {}),
  };
}

function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}

async function serve(request) {
  try {
    say({ ref: request.ref, ok: true, ...(await operations[request.op](request)) });
  } catch (error) {
    say({ ref: request.ref, ...failure(error) });
  }
}

// what the runtime loads with the first request is not for the clock of a test
await fetch("data:,");
say({ ready: true });
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const request = JSON.parse(line);
    const served = serve(request).finally(() => outstanding.delete(served));
    outstanding.add(served);
    if (request.op === "close") {
      closing = served;
      void served.then(() => process.exit(0));
    }
  })
  .on("close", () => {
    if (!closing) {
      process.exit(0);
    }
  });
