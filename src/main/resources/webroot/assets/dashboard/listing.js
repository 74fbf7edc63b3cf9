import { createNamespace, listCounters, readNamespace } from "./api.js";
import { EmptyView } from "./empty-view.js";
import { Kind } from "./kind.js";
import { rememberNamespace } from "./recent-namespaces.js";
import { Refresher } from "./refresher.js";

const PAGE = 100;
/** As many as one connection may follow. */
const MOST = 1_000;
const EVERY_MS = 10_000;
const EVERY_MS_WHILE_EMPTY = 2_000;
const LEAST_MS = 500;

/** Asks the service again and again which counters the open namespace has. */
export class Listing {
  #refresher;
  #empty;
  #more;
  #report;
  #changed;
  #known;
  #counters = null;
  #asked = null;
  #limit = PAGE;

  /**
   * `report(source, problem)` hears of failures; `changed()` is called when there may be new counters, `known(counters)`
   * when their kind is known.
   */
  constructor({ empty, more, report, changed, known }) {
    this.#known = known;
    this.#empty = new EmptyView(empty, () => this.#create());
    this.#more = more;
    this.#report = report;
    this.#changed = changed;
    this.#refresher = new Refresher(
      () => this.#read(),
      LEAST_MS,
      (problem) => this.#done(problem),
    );
    more.querySelector("button").addEventListener("click", () => {
      this.#limit += PAGE;
      this.#refresher.ask();
    });
  }

  /** Lists the counters of another namespace. */
  open(counters) {
    this.#counters = counters;
    this.#limit = PAGE;
    this.#more.hidden = true;
    this.#empty.hide();
    this.retry();
  }

  /** Asks now, however often it has failed. */
  retry() {
    this.#refresher.reset();
    this.#refresher.ask();
  }

  /** The user added a counter: the namespace is not empty any more. */
  added() {
    this.#empty.hide();
  }

  async #read() {
    const counters = this.#counters;
    this.#asked = counters;
    if (!counters.known) {
      counters.known = new Kind(await readNamespace(counters.namespace));
      this.#known(counters);
    }
    const page = counters.kind.isListed
      ? await listCounters(counters.namespace, { limit: this.#limit })
      : { counters: [] };
    if (counters === this.#counters) {
      rememberNamespace(counters.namespace);
      counters.listed(page.counters);
      this.#more.hidden = page.next === undefined || this.#limit >= MOST;
      this.#changed();
    }
  }

  #done(problem) {
    if (this.#asked !== this.#counters) {
      // Another namespace was opened meanwhile, and is asked for next.
      return;
    }
    const missing = problem?.status === 404;
    const { namespace, size, kind } = this.#counters;
    if (missing) {
      this.#empty.showMissing(namespace);
    } else if (!problem && size === 0) {
      this.#empty.showEmpty(namespace, kind);
    } else {
      this.#empty.hide();
    }
    this.#report("list", missing ? null : problem);
    this.#refresher.ask(size > 0 ? EVERY_MS : EVERY_MS_WHILE_EMPTY);
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
