import { isFiltered, whereText } from "./labels.js";
import { parseExact } from "./numbers.js";
import { session } from "./session.js";

const PATIENCE_MS = 10_000;
/** A purge is answered when every instance knows of it. */
const PATIENCE_OF_A_PURGE_MS = 30_000;
const UNREACHABLE = 0;
const NEVER_SENT = -1;

/** Why the service did not do what it was asked. */
export class Problem extends Error {
  constructor(status, detail, retryAfterMs = 0) {
    super(detail);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether asking again, later and unchanged, makes sense. */
  get temporary() {
    return this.unreachable || this.status === 429 || this.status >= 500;
  }

  get unreachable() {
    return this.status === UNREACHABLE;
  }

  /** What happened, for the user to read. */
  get words() {
    return this.status > 0 ? `The service answers ${this.status}: ${this.message}` : this.message;
  }
}

const segment = (name) => {
  if (name === "." || name === "..") {
    // Browsers resolve these in a path, even percent-encoded: the request would reach another counter.
    throw new Problem(
      NEVER_SENT,
      `A browser cannot ask for a counter named “${name}” in a URL; use POST /v1/events and POST /v1/counts.`,
    );
  }
  return encodeURIComponent(name).replaceAll("'", "%27");
};

/** The path of a counter; also safe within single quotes in a shell. */
export const counterPath = (namespace, name) =>
  `/v1/counters/${segment(namespace)}/${segment(name)}`;

/** What is asked of a counter, or of what some labels say of it: as safe. */
export function counterQuery({ where }, parameters = {}) {
  const filter = whereText(where);
  const query = String(new URLSearchParams({ ...(filter && { where: filter }), ...parameters }));
  return query && `?${query}`;
}

/** Hears that the service asks who is there ("asked"). */
export const whoIsThere = new EventTarget();

async function request(method, path, body, patience) {
  return parseExact(await requestText(method, path, body, { patience }));
}

async function requestText(method, path, body, { patience = PATIENCE_MS, accept = "application/json" } = {}) {
  let response;
  let text;
  try {
    response = await fetch(path, {
      method,
      // A count keeps its ETag while its tail settles: a cached answer would show an old split.
      cache: "no-store",
      signal: AbortSignal.timeout(patience),
      headers: {
        Accept: accept,
        ...(session.token && { Authorization: `Bearer ${session.token}` }),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch {
    throw new Problem(UNREACHABLE, "The service cannot be reached.");
  }
  if (response.ok) {
    return text;
  }
  if (response.status === 401) {
    whoIsThere.dispatchEvent(new Event("asked"));
  }
  throw new Problem(
    response.status,
    detailOf(text),
    1000 * (Number(response.headers.get("Retry-After")) || 0),
  );
}

function detailOf(text) {
  try {
    const problem = JSON.parse(text);
    return String(problem.detail ?? problem.title ?? "");
  } catch {
    return "";
  }
}

/** Counters with their settled counts: `{counters: [{counter, count, events}], next?, total?}`. */
export const listCounters = async (namespace, query) =>
  request("GET", `/v1/counters/${segment(namespace)}?${new URLSearchParams(query)}`);

/** The largest counters, at all or in a window: `{counters, total, sum: {count, events}, asOf?}`. */
export const topCounters = async (namespace, query) =>
  request("GET", `/v1/counters/${segment(namespace)}/top?${new URLSearchParams(query)}`);

/** A page of the namespaces that one may read: `{namespaces: [{namespace, kind}], next?}`. */
export const listNamespaces = async (query) =>
  request("GET", `/v1/namespaces?${new URLSearchParams(query)}`);

const read = async (counter, what, parameters) => request("GET", pathOf(counter, what, parameters));

const pathOf = (counter, what, parameters) =>
  counterPath(counter.namespace, counter.name) + what + counterQuery(counter, parameters);

/** With parameters such as `{ranks: "0.5"}`, or none. */
export const readCount = async (counter, parameters) => read(counter, "", parameters);

/** The largest series by some labels: `{series: [{labels, count, events}], total?}`. */
export const readSeries = async (counter, by, limit) => read(counter, "", { by: by.join(), limit });

/** The same within a span of time, `{asked, tz}`: a named range, or bounds. */
export const readSeriesOf = async (counter, by, limit, span) =>
  read(counter, "/total", { ...spanOf(span), by: by.join(), limit });

const spanOf = ({ asked, tz }) => ({ ...(typeof asked === "string" ? { range: asked } : asked), tz });

/** The settings of a namespace. */
export const readNamespace = async (namespace) =>
  request("GET", `/v1/namespaces/${segment(namespace)}`);

/** Whether anything was ever recorded of a counter; one of any name, as it is not part of a path. */
export async function hasEvents(namespace, name) {
  const { counts } = await request("POST", "/v1/counts", {
    counters: [{ namespace, counter: name }],
  });
  return BigInt(counts[0].events) > 0n;
}

/** The names that come next in the list, at most `limit`. Those that begin with `name` are the first of them. */
export async function namesAfter(namespace, name, limit) {
  const page = await listCounters(namespace, { limit, after: name });
  return page.counters.map(({ counter }) => counter);
}

/** What a counter is asked for, or what some labels say of it, beside others in one request (`query`). */
export const questionOf = ({ namespace, name, where }, ask, parameters) => ({
  namespace,
  counter: name,
  ask,
  ...(isFiltered(where) && { where }),
  ...parameters,
});

/** The answers to some questions and to `others`, in their order. Fails if one of the former has none. */
export async function query(questions, others = []) {
  const queries = [...questions, ...others].map((question, i) => ({ id: String(i), ...question }));
  const { results } = await request("POST", "/v1/query", { queries });
  const refused = results.slice(0, questions.length).find(({ status }) => status !== 200);
  if (refused) {
    throw new Problem(refused.status, refused.detail ?? refused.title);
  }
  return results;
}

/** The windows of a span of time as CSV, for a spreadsheet: no name or label becomes a formula. */
export const readWindowsAsCsv = async (counter, granularity, span, parameters) =>
  requestText("GET", pathOf(counter, "/windows", { granularity, ...spanOf(span), ...parameters, spreadsheet: true }), null, {
    accept: "text/csv",
  });

/** What all windows of a span of time come to together. */
export const readTotal = async (counter, span) => read(counter, "/total", spanOf(span));

export const record = async (namespace, name, event) =>
  request("POST", `${counterPath(namespace, name)}/events`, event);

/** Deletes a counter with all that belongs to it. */
export const purgeCounter = async (namespace, name) =>
  request("DELETE", `${counterPath(namespace, name)}?purge=true`, null, PATIENCE_OF_A_PURGE_MS);

/** Deletes a namespace with all that it holds. */
export const deleteNamespace = async (namespace) =>
  request("DELETE", `/v1/namespaces/${segment(namespace)}`);

/** Adds notes by their days; an empty one takes away what its day had. Returns the settings. */
export const putNotes = (namespace, notes) =>
  request("PUT", `/v1/namespaces/${segment(namespace)}`, { notes });

export const createNamespace = (namespace) =>
  request("PUT", `/v1/namespaces/${segment(namespace)}`, { kind: "event" });
