import { createNamespace, listCounters, readNamespace } from "./api.js";
import { EmptyView } from "./empty-view.js";
import { Kind } from "./kind.js";
import { PAGE, someOf } from "./large-listing.js";
import { nameLists } from "./name-lists.js";
import { Refresher } from "./refresher.js";

/** With more counters than that they are not all followed: a connection has room for a thousand, and for what is new. */
const MOST_FOLLOWED = 900;
const EVERY_MS = 10_000;
const EVERY_MS_WHILE_EMPTY = 2_000;
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
  /** What was not looked through for the text that is searched, in words. */
  note = "";

  #refresher;
  #empty;
  #report;
  #changed;
  #known;
  #counters = null;
  #asked = null;
  #wanted = { search: "", order: "count" };
  #many = false;
  /** Whether one may read those only that begin in some way. */
  #isRestricted = false;
  #ranked = [];
  /** What was searched when they were listed last. */
  #listedSearch = null;
  /** Of how many counters, as the service has said. */
  #listedTotal = null;
  /** How many more have the text inside their names. */
  #within = 0;
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

  /** Lists counters that have a text in their names, by "name", "count" or "rate". */
  open(counters, search, order) {
    const other = counters !== this.#counters;
    const searchesOther = search !== this.#wanted.search;
    this.#counters = counters;
    this.#wanted = { search, order };
    this.#starts = [""];
    this.#page = 0;
    if (other) {
      this.#many = false;
      this.#isRestricted = false;
      this.prefix = null;
    }
    if (other || this.#many || (searchesOther && (this.#isRestricted || !this.prefix))) {
      this.#ranked = [];
      this.#listedTotal = null;
      this.#within = 0;
      this.#listedSearch = null;
      this.note = "";
      this.#empty.hide();
      this.retry();
    } else if (this.prefix) {
      this.#listedSearch = search;
      this.#showEmptiness(null);
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
    const { order, search } = this.#wanted;
    if (this.#many && order === "name") {
      this.total = this.#totalOfMany;
      return this.#ranked;
    }
    const all = this.#many ? this.#ranked : this.#counters.sorted(order, search);
    this.#page = Math.min(this.#page, Math.max(0, Math.ceil(all.length / PAGE) - 1));
    this.total = this.#many ? this.#totalOfMany : all.length;
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

  get #totalOfMany() {
    return this.#listedTotal === null ? null : this.#listedTotal + this.#within;
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
    this.#listedSearch = wanted.search;
    this.note = answer.note ?? "";
    if (this.#many) {
      this.#ranked = listed;
      this.#next = answer.next;
      this.#listedTotal = answer.total;
      this.#within = answer.within ?? 0;
    } else {
      counters.remembered.forEach((name) => counters.take(name));
      this.prefix = { namespace: counters.namespace, prefix: this.#isRestricted ? wanted.search : "" };
    }
    this.#changed();
  }

  async #answer(counters) {
    const { search } = this.#wanted;
    if (!this.#many) {
      const all = await this.#all(counters.namespace, search);
      if (all.next === undefined) {
        return all;
      }
      this.#many = true;
      this.prefix = null;
    }
    return someOf(counters, this.#wanted, this.#starts[this.#page], this.#listedTotal);
  }

  async #all(namespace, search) {
    try {
      return await listCounters(namespace, { limit: MOST_FOLLOWED });
    } catch (problem) {
      if (problem.status !== 403 || search === "") {
        throw problem;
      }
      this.#isRestricted = true;
      return listCounters(namespace, { limit: MOST_FOLLOWED, prefix: search });
    }
  }

  #done(problem) {
    if (this.#asked !== this.#counters) {
      // Another namespace was opened meanwhile, and is asked for next.
      return;
    }
    this.#showEmptiness(problem);
    const missing = problem?.status === 404;
    this.#report("list", missing ? null : problem);
    if (this.#many) {
      this.#refresher.ask(EVERY_MS);
    } else if (missing || (!problem && this.#listsNothing && this.#wanted.search === "")) {
      // Names are listed when their first events are settled, and not told then.
      this.#refresher.ask(EVERY_MS_WHILE_EMPTY);
    }
  }

  /** Whether there is nothing of what was searched last. */
  get #listsNothing() {
    return this.#wanted.search === this.#listedSearch && this.shown().length === 0;
  }

  #showEmptiness(problem) {
    const { namespace, kind } = this.#counters;
    const { search } = this.#wanted;
    const none = !problem && this.#listsNothing;
    if (problem?.status === 404) {
      this.#empty.showMissing(namespace);
    } else if (none && !this.#many && search === "") {
      this.#empty.showEmpty(namespace, kind);
    } else if (none && search !== "") {
      this.#empty.showNone(search, this.note);
    } else {
      this.#empty.hide();
    }
  }

  async #create() {
    try {
      await createNamespace(this.#counters.namespace);
      nameLists.forget();
      this.#report("create", null);
    } catch (problem) {
      this.#report("create", problem);
    }
    this.retry();
  }
}
