import { known, list, text as given, type Names } from "../given.js";
import { date, elements, integer, members, text } from "../json.js";
import { when } from "../parameters.js";

/** What a key opens. */
export interface KeySettings {
  /** A right and a namespace each, `read:votes`, or `*` for all of them. */
  readonly scopes: readonly string[];
  /** What it is for, in words. */
  readonly name?: string;
  /** Only counters whose names begin so. */
  readonly prefix?: string;
  /** Only events of delta 1. */
  readonly delta?: 1;
  /** Pages that may use it. */
  readonly origins?: readonly string[];
  /** Tokens a second, on each instance: an event costs 1, a ranking 10. */
  readonly rate?: number;
  readonly expires?: Date | string;
}

/** A key without its secret. */
export interface Key {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly name?: string;
  readonly prefix?: string;
  readonly delta?: number;
  readonly origins?: readonly string[];
  readonly rate?: number;
  readonly expires?: Date;
  readonly created: Date;
  readonly createdBy?: string;
  /** To the hour; absent of a key that nobody has used. */
  readonly lastUsed?: Date;
}

/** A key as its holder needs it; nobody can be told again. */
export interface CreatedKey extends Key {
  /** What a client shows: `token`. */
  readonly key: string;
}

const KEY: Names<KeySettings> = {
  scopes: true,
  name: true,
  prefix: true,
  delta: true,
  origins: true,
  rate: true,
  expires: true,
};

/** @throws TypeError that names what is not known */
export function keyBody(settings: KeySettings): string {
  const { scopes, expires, ...more } = known("createKey", settings, KEY);
  list("scopes", scopes).forEach((scope) => given("scopes", scope));
  return JSON.stringify({ scopes, ...more, ...(expires === undefined ? {} : { expires: when(expires) }) });
}

export function readKey(value: unknown): Key {
  const json = members(value, "the key");
  return {
    id: text(json["id"], "id"),
    scopes: texts(json["scopes"], "scopes"),
    ...(json["name"] === undefined ? {} : { name: text(json["name"], "name") }),
    ...(json["prefix"] === undefined ? {} : { prefix: text(json["prefix"], "prefix") }),
    ...(json["delta"] === undefined ? {} : { delta: Number(integer(json["delta"], "delta")) }),
    ...(json["origins"] === undefined ? {} : { origins: texts(json["origins"], "origins") }),
    ...(json["rate"] === undefined ? {} : { rate: Number(integer(json["rate"], "rate")) }),
    ...(json["expires"] === undefined ? {} : { expires: date(json["expires"], "expires") }),
    created: date(json["created"], "created"),
    ...(json["createdBy"] === undefined ? {} : { createdBy: text(json["createdBy"], "createdBy") }),
    ...((json["lastUsed"] ?? null) === null ? {} : { lastUsed: date(json["lastUsed"], "lastUsed") }),
  };
}

export function readCreatedKey(value: unknown): CreatedKey {
  return { ...readKey(value), key: text(members(value, "the key")["key"], "key") };
}

function texts(value: unknown, name: string): string[] {
  return elements(value, name).map((each) => text(each, name));
}
