import { get, type Call } from "../call.js";
import { readRanking, type Labels, type RankedCounter } from "../counts.js";
import { date, integer, members, text } from "../json.js";
import { counterPath, namespacePath, query, settingsPath, whereOf } from "../paths.js";
import type { CounterRef } from "../reader.js";
import { readCreatedKey, readKey, keyBody, type CreatedKey, type Key, type KeySettings } from "./keys.js";
import { readDeletions, readEntry, readNamespace, settingsBody } from "./namespaces.js";
import type { Deletions, Namespace, NamespaceEntry, NamespaceSettings } from "./namespaces.js";
import { pageOf, type Page, type PageParameters } from "./pages.js";

/** A purge is answered when all instances know of it, after some 11 s. */
const LONGEST_CHANGE_MS = 30_000;

/** The service takes five times as long for a recount as for other requests. */
const LONGEST_RECOUNT_MS = 60_000;

/** A point in event order: what lies before it is not counted any more. */
export interface Reset {
  readonly at: string;
}

/** What is deleted is not found any more; what it held goes in the background. */
export interface Deletion {
  readonly at: Date;
}

/** What counting the rows of a counter again has come to. */
export interface Recount {
  /** By its checkpoint. */
  readonly count: bigint;
  /** By its rows. */
  readonly recounted: bigint;
  /** There must be none. */
  readonly drift: bigint;
  readonly windowsChecked: number;
  /** Whether all rows are there; otherwise only the retained part was checked. */
  readonly complete: boolean;
}

export function namespace(name: string): Call<Namespace> {
  return get(settingsPath(name), readNamespace);
}

/** Putting the same again changes nothing. */
export function putNamespace(name: string, settings: NamespaceSettings): Call<Namespace> {
  const change = `the settings of namespace ${name}`;
  const body = settingsBody(settings);
  return { method: "PUT", path: settingsPath(name), body, read: readNamespace, change, repeatable: true };
}

export function deleteNamespace(name: string): Call<Deletion> {
  return removal(settingsPath(name), `the deletion of namespace ${name}`, readDeletion);
}

export function reset({ namespace, counter }: CounterRef): Call<Reset> {
  return removal(counterPath(namespace, counter), `the reset of ${counter}`, (answer) => ({
    at: text(done(answer, "reset")["at"], "at"),
  }));
}

export function purge({ namespace, counter }: CounterRef): Call<Deletion> {
  const path = counterPath(namespace, counter) + query({ purge: "true" });
  return removal(path, `the purge of ${counter}`, readDeletion);
}

/** It might be another change if it were made again: a second reset takes away what was counted since. */
function removal<T>(path: string, change: string, read: (answer: unknown) => T): Call<T> {
  return { method: "DELETE", path, read, change, leastTimeoutMs: LONGEST_CHANGE_MS };
}

function readDeletion(answer: unknown): Deletion {
  return { at: date(done(answer, "deleting")["at"], "at") };
}

function done(answer: unknown, status: string): Record<string, unknown> {
  const json = members(answer, "the answer");
  if (json["status"] !== status) {
    throw new TypeError(`the status is not ${status}`);
  }
  return json;
}

export function deleting(): Call<Deletions> {
  return get("/v1/namespaces?deleting=true&limit=1000", readDeletions);
}

export function recount({ namespace, counter }: CounterRef, where: Labels): Call<Recount> {
  return {
    method: "POST",
    path: `${counterPath(namespace, counter)}/recount${query({ where: whereOf(where) })}`,
    read: readRecount,
    leastTimeoutMs: LONGEST_RECOUNT_MS,
  };
}

function readRecount(answer: unknown): Recount {
  const json = members(answer, "the recount");
  return {
    count: integer(json["count"], "count"),
    recounted: integer(json["recounted"], "recounted"),
    drift: integer(json["drift"], "drift"),
    windowsChecked: Number(integer(json["windowsChecked"], "windowsChecked")),
    complete: json["complete"] === true,
  };
}

/** A second one would be another key. */
export function createKey(settings: KeySettings): Call<CreatedKey> {
  const change = "the creation of a key";
  return { method: "POST", path: "/v1/keys", body: keyBody(settings), read: readCreatedKey, change };
}

/** An id is never given twice, so a deletion that is made again deletes nothing else. */
export function deleteKey(id: string): Call<void> {
  const change = `the deletion of key ${id}`;
  const read = (answer: unknown) => void done(answer, "deleted");
  return { method: "DELETE", path: `/v1/keys/${encodeURIComponent(id)}`, read, change, repeatable: true };
}

export function keyPage(page: PageParameters): Call<Page<Key>> {
  return get(`/v1/keys${query({ ...page })}`, pageOf("keys", readKey));
}

export function namespacePage(prefix: string | undefined, page: PageParameters): Call<Page<NamespaceEntry>> {
  return get(`/v1/namespaces${query({ prefix, ...page })}`, pageOf("namespaces", readEntry));
}

export function counterPage(
  namespace: string,
  prefix: string | undefined,
  page: PageParameters,
): Call<Page<RankedCounter>> {
  return get(`${namespacePath(namespace)}${query({ prefix, ...page })}`, (answer) => ({
    ...pageOf("counters", (entry) => entry)(answer),
    entries: readRanking(answer).counters,
  }));
}
