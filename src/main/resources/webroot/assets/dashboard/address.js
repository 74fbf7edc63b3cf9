import { nameError } from "./counters.js";
import { parseWhere, wordsOfWhere } from "./labels.js";
import { USUAL_RANGE, isRange } from "./ranges.js";

const ORDERS = ["count", "rate", "name"];
const MOST_COMPARED = 5;

/**
 * What the page shows, as the part of its address behind the #: an overview without a namespace, else a namespace, one of
 * its counters or none, perhaps only what some labels say of it, others to compare it with, and how all that is looked at.
 * Nothing secret.
 */
export class Address {
  constructor(parts = {}) {
    this.namespace = parts.namespace ?? "";
    this.counter = parts.counter ?? "";
    /** The values that labels must have, by name. */
    this.where = parts.where ?? {};
    this.compared = parts.compared ?? [];
    /** What the names of those listed have in them, or begin with where they are too many. */
    this.search = parts.search ?? "";
    this.order = parts.order ?? "";
    this.range = parts.range ?? USUAL_RANGE;
    this.zoom = parts.zoom ?? null;
    this.stacked = parts.stacked ?? false;
    this.utc = parts.utc ?? false;
    this.watching = parts.watching ?? false;
  }

  /** What a `location.hash` says; whatever makes no sense in it is left out. */
  static parse(hash) {
    const said = new URLSearchParams(hash.slice(1));
    const name = (text) => (text && !nameError(text) ? text : "");
    const of = (values, value, otherwise) => (values.includes(value) ? value : otherwise);
    return new Address({
      namespace: said.get("namespace") ?? "",
      counter: name(said.get("counter")),
      where: parseWhere(said.getAll("where")),
      compared: said.getAll("with").filter(name).slice(0, MOST_COMPARED),
      search: said.get("search") ?? "",
      order: of(ORDERS, said.get("order"), ""),
      range: isRange(said.get("range")) ? said.get("range") : USUAL_RANGE,
      zoom: zoomOf(said.get("zoom") ?? ""),
      stacked: said.get("draw") === "stacked",
      utc: said.get("tz") === "UTC",
      watching: said.get("view") === "watch",
    });
  }

  /** The same with some parts changed. */
  with(parts) {
    return new Address({ ...this, ...parts });
  }

  toString() {
    const said = new URLSearchParams();
    const say = (name, value, usual = "") => value !== usual && said.append(name, value);
    say("namespace", this.namespace);
    say("search", this.search);
    say("order", this.order);
    say("range", this.range, USUAL_RANGE);
    say("zoom", this.zoom ? `${this.zoom.from}-${this.zoom.to}` : "");
    say("draw", this.stacked ? "stacked" : "");
    say("tz", this.utc ? "UTC" : "");
    say("view", this.watching ? "watch" : "");
    this.compared.forEach((other) => said.append("with", other));
    wordsOfWhere(this.where).forEach((value) => said.append("where", value));
    say("counter", this.counter);
    return `#${said}`;
  }
}

/** Some part of the time, in whole seconds since 1970: `{from, to}`; null if it is none. */
function zoomOf(text) {
  const [, from, to] = /^(\d{1,11})-(\d{1,11})$/.exec(text) ?? [];
  return Number(from) < Number(to) ? { from: Number(from), to: Number(to) } : null;
}

/** Whether another counter may be drawn beside these. */
export const mayCompare = (compared) => compared.length < MOST_COMPARED;
