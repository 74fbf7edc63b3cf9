import type { Granularity } from "../counts.js";
import { known, type Names } from "../given.js";
import { date, integer, jsonOf, members, text } from "../json.js";

export type Kind = "event" | "unique" | "latest" | "linear" | "sketch";

/** The settings of a namespace; which of them there are depends on its kind. What is left out stays as it is. */
export interface NamespaceSettings {
  readonly kind?: Kind;
  /** How long an id is remembered: `24h`, `forever` or `off`; of kind `linear` a number of ids. */
  readonly deduplicate?: string | number;
  /** How long the rows of events are kept, to be recounted: `7d`. */
  readonly rows?: string;
  readonly shards?: number;
  readonly windows?: readonly Granularity[];
  /** One character that makes names paths: `/`. */
  readonly hierarchy?: string;
  readonly labels?: readonly string[];
  readonly breakdowns?: readonly (readonly string[])[];
  /** How much older than now the `time` of an event may be: `7d`. */
  readonly lateness?: string;
  /** How long windows of each length are kept: `30d`, or `forever`. */
  readonly keep?: Readonly<Partial<Record<"minute" | "hour" | "day", string>>>;
  /** Of kind `linear`, the bounds of each count. */
  readonly min?: number | bigint;
  readonly max?: number | bigint;
  readonly period?: "hour" | "day" | "month";
  readonly tz?: string;
  /** Of kind `sketch`: what is kept of the values. */
  readonly state?: "sum" | "min" | "max" | "distinct" | "top" | "quantiles";
  /** Whether everybody may see the counts. */
  readonly public?: "read" | "off";
  /** Counters whose counts are metrics of the service, too. */
  readonly metrics?: readonly string[];
  /** The origins whose pages may count their views, without a key. */
  readonly views?: readonly string[];
  /** What happened on days, for charts: `{"2026-12-24": "Shop closed"}`; an empty text takes a note away. */
  readonly notes?: Readonly<Record<string, string>>;
  /** Settings that only a later service knows, by its names. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** A namespace in a list. */
export interface NamespaceEntry {
  readonly namespace: string;
  /** A {@link Kind}, or one that a later service has. */
  readonly kind: string;
}

/** A namespace with its settings, which may be put for another one as they are. */
export interface Namespace extends NamespaceEntry {
  readonly settings: NamespaceSettings;
}

/** What is deleted, and not gone yet. */
export interface Deletions {
  readonly namespaces: readonly {
    readonly namespace: string;
    readonly at: Date;
    /** How many of the parts of its data are deleted, `of` all. */
    readonly done?: number;
    readonly of?: number;
  }[];
  readonly counters: readonly { readonly namespace: string; readonly counter: string; readonly at: Date }[];
}

const SETTINGS: Names<NamespaceSettings> = {
  kind: true,
  deduplicate: true,
  rows: true,
  shards: true,
  windows: true,
  hierarchy: true,
  labels: true,
  breakdowns: true,
  lateness: true,
  keep: true,
  min: true,
  max: true,
  period: true,
  tz: true,
  state: true,
  public: true,
  metrics: true,
  views: true,
  notes: true,
  other: true,
};

/** Of the answer, besides the settings; `retain` is the old name of `rows`. */
const NO_SETTINGS = ["namespace", "retain"];

/** @throws TypeError that names a setting which is not known, and not said to be an `other` one */
export function settingsBody(settings: NamespaceSettings): string {
  const { other = {}, ...given } = known("putNamespace", settings, SETTINGS);
  return jsonOf({ ...given, ...members(other, "other") });
}

export function readEntry(value: unknown): NamespaceEntry {
  const json = members(value, "the namespace");
  return { namespace: text(json["namespace"], "namespace"), kind: text(json["kind"], "kind") };
}

export function readNamespace(value: unknown): Namespace {
  const settings: Record<string, unknown> = {};
  const other: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(members(value, "the namespace"))) {
    if (name === "min" || name === "max") {
      settings[name] = integer(of, name);
    } else if (!NO_SETTINGS.includes(name)) {
      (name in SETTINGS && name !== "other" ? settings : other)[name] = of;
    }
  }
  return { ...readEntry(value), settings: Object.keys(other).length === 0 ? settings : { ...settings, other } };
}

export function readDeletions(value: unknown): Deletions {
  const json = members(value, "the answer");
  const list = (name: string) => (Array.isArray(json[name]) ? (json[name] as unknown[]) : []);
  return {
    namespaces: list("namespaces").map((each) => {
      const one = members(each, "the namespace");
      return {
        namespace: text(one["namespace"], "namespace"),
        at: date(one["at"], "at"),
        ...("of" in one ? { done: Number(integer(one["done"], "done")), of: Number(integer(one["of"], "of")) } : {}),
      };
    }),
    counters: list("counters").map((each) => {
      const one = members(each, "the counter");
      return {
        namespace: text(one["namespace"], "namespace"),
        counter: text(one["counter"], "counter"),
        at: date(one["at"], "at"),
      };
    }),
  };
}
