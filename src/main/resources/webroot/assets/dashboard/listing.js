import { createNamespace, listCounters, readNamespace, topCounters } from "./api.js";
import { EmptyView } from "./empty-view.js";
import { Kind } from "./kind.js";
import { Refresher } from "./refresher.js";

/** With more counters than that they are not all followed: a connection has room for a thousand, and for what is new. */
const MOST_FOLLOWED = 900;
const PAGE = 100;
const MOST_RANKED = 1_000;
const EVERY_MS = 10_000;
const EVERY_MS_WHILE_MISSING = 2_000;
const LEAST_MS = 300;

/**
 * Which counters of a namespace are listed, in which order. Where there are few enough, all of them are followed, and new
 * ones appear with their first count. Where there are more, the service is asked for a page of them now and then.
 */
export class Listing {
  /** What to follow beside single counters: `{namespace, prefix}`, or null. */
  prefix = null;
  /** How many counters there are; null where that is not known. */
  total = null;

  #refresher;
  #empty;
  #report;
  #changed;
  #known;
  #counters = null;
  #asked = null;
  #wanted = { prefix: "", order: "count" };
  #many = false;
  #ranked = [];
  /** Of how many counters, as the service has said. */
  /** What those begin with that were listed last. */
  #listedPrefix = null;
  #listedTotal = null;
  #next;
  #starts = [""];
  #page = 0;

  /**
   * `report(source, problem)` hears of failures; `changed()` is called when there may be other counters, `known(counters)`
   * when their kind is known.
   */
  constructor({ empty, report, changed, known }) {
    this.#known = known;
    this.#empty = new EmptyView(empty, () => this.#create());
    this.#report = report;
    this.#changed = changed;
    this.#refresher = new Refresher(
      () => this.#read(),
      LEAST_MS,
      (problem) => this.#done(problem),
    );
  }

  /** Lists counters that begin with `prefix`, by "name", "count" or "rate". */
  open(counters, prefix, order) {
    const other = counters !== this.#counters || prefix !== this.#wanted.prefix;
    this.#counters = counters;
    this.#wanted = { prefix, order };
    this.#starts = [""];
    this.#page = 0;
    if (other || this.#many) {
      this.#many = false;
      this.#ranked = [];
      this.prefix = null;
      this.#listedTotal = null;
      this.#listedPrefix = null;
      this.#empty.hide();
      this.retry();
    }
  }

  /** Lists nothing. */
  close() {
    this.#counters = null;
    this.prefix = null;
    this.#refresher.reset();
    this.#empty.hide();
  }

  /** Asks now, however often it has failed. */
  retry() {
    if (this.#counters) {
      this.#refresher.reset();
      this.#refresher.ask();
    }
  }

  /** The user added a counter: the namespace is not empty any more. */
  added() {
    this.#empty.hide();
  }

  /** There is no room to follow all of them. */
  tooMany() {
    this.#many = true;
    this.prefix = null;
    this.retry();
  }

  /** The counters to be shown, at most a page of them. */
  shown() {
    if (!this.#counters) {
      return [];
    }
    const { order, prefix } = this.#wanted;
    if (this.#many && order === "name") {
      this.total = this.#listedTotal;
      return this.#ranked;
    }
    const all = this.#many ? this.#ranked : this.#counters.sorted(order, prefix);
    this.#page = Math.min(this.#page, Math.max(0, Math.ceil(all.length / PAGE) - 1));
    this.total = this.#many ? this.#listedTotal : all.length;
    this.#next = all.length > (this.#page + 1) * PAGE ? "" : undefined;
    return all.slice(this.#page * PAGE, (this.#page + 1) * PAGE);
  }

  /** Whether there are pages before and after what is shown, and the place of the first of it, from 1. */
  get place() {
    return { before: this.#page > 0, after: this.#next !== undefined, first: this.#page * PAGE + 1 };
  }

  /** Goes to the page after (1) or before (-1). */
  turn(by) {
    if (by > 0) {
      this.#starts[this.#page + 1] = this.#next;
    }
    this.#page += by;
    if (this.#many && this.#wanted.order === "name") {
      this.retry();
    } else {
      this.#changed();
    }
  }

  async #read() {
    const counters = this.#counters;
    this.#asked = counters;
    if (!counters.known) {
      counters.known = new Kind(await readNamespace(counters.namespace));
      this.#known(counters);
    }
    const wanted = this.#wanted;
    const answer = await this.#answer(counters);
    if (counters !== this.#counters || wanted !== this.#wanted) {
      return;
    }
    const listed = counters.listed(answer.counters);
    this.#listedPrefix = wanted.prefix;
    if (this.#many) {
      this.#ranked = listed;
      this.#next = answer.next;
      this.#listedTotal = answer.total;
    } else {
      counters.remembered.filter((name) => name.startsWith(wanted.prefix)).forEach((name) => counters.take(name));
      this.prefix = { namespace: counters.namespace, prefix: wanted.prefix };
    }
    this.#changed();
  }

  async #answer(counters) {
    const { namespace } = counters;
    const prefix = this.#wanted.prefix && { prefix: this.#wanted.prefix };
    if (!this.#many) {
      const all = await listCounters(namespace, { limit: MOST_FOLLOWED, ...prefix });
      if (all.next === undefined) {
        return all;
      }
      this.#many = true;
      this.prefix = null;
    }
    if (this.#wanted.order === "name") {
      const after = this.#starts[this.#page];
      const page = await listCounters(namespace, { limit: PAGE, ...prefix, ...(after && { after }) });
      // How many there are is what a ranking knows.
      const total = this.#listedTotal ?? (await topCounters(namespace, { n: 1, ...prefix })).total;
      return { ...page, total };
    }
    const largest = await topCounters(namespace, { n: MOST_RANKED, ...prefix });
    const granularity = this.#wanted.order === "rate" && counters.kind.hasCount && counters.kind.windows[0];
    if (!granularity) {
      return largest;
    }
    // What they have counted in a window is not their count, which the live connection says.
    const busiest = await topCounters(namespace, { n: MOST_RANKED, ...prefix, granularity });
    const busy = busiest.counters.map(({ counter }) => ({ counter }));
    const names = new Set(busy.map(({ counter }) => counter));
    const others = largest.counters.filter(({ counter }) => !names.has(counter));
    return { counters: [...busy, ...others], total: largest.total };
  }

  #done(problem) {
    if (this.#asked !== this.#counters) {
      // Another namespace was opened meanwhile, and is asked for next.
      return;
    }
    const missing = problem?.status === 404;
    const { namespace, kind } = this.#counters;
    const { prefix } = this.#wanted;
    const none = !problem && prefix === this.#listedPrefix && this.shown().length === 0;
    if (missing) {
      this.#empty.showMissing(namespace);
    } else if (none && !this.#many && prefix === "") {
      this.#empty.showEmpty(namespace, kind);
    } else if (none && prefix !== "") {
      this.#empty.showNone(prefix);
    } else {
      this.#empty.hide();
    }
    this.#report("list", missing ? null : problem);
    if (this.#many) {
      this.#refresher.ask(EVERY_MS);
    } else if (missing) {
      this.#refresher.ask(EVERY_MS_WHILE_MISSING);
    }
  }

  async #create() {
    try {
      await createNamespace(this.#counters.namespace);
      this.#report("create", null);
    } catch (problem) {
      this.#report("create", problem);
    }
    this.retry();
  }
}
