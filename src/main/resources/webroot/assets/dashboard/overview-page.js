import { Counters } from "./counters.js";
import { formatRate } from "./numbers.js";
import { Overview } from "./overview.js";
import { OverviewView } from "./overview-view.js";
import { WallView } from "./wall-view.js";

/** The page of all namespaces, or a wall of their counters: what is asked for, what is followed live, and what is shown of both. */
export class OverviewPage {
  #overview;
  #view;
  #wall;
  #live;
  #address = null;
  /** namespace -> Counters: the largest of it. */
  #known = new Map();
  /** counter -> the element that shows it, of those that are shown. */
  #lines = new Map();

  /** `elements` are its root, a wall, and templates; `report(source, problem)` hears of failures. */
  constructor({ root, wall, card, line, tile }, live, report) {
    this.#live = live;
    this.#overview = new Overview({ report, changed: () => this.#show() });
    this.#view = new OverviewView(root, { card, line }, () => this.#show());
    this.#wall = new WallView(wall, tile);
  }

  /** Shows what an address says: all namespaces, or a wall. */
  open(address) {
    this.#address = address;
    this.#overview.open(address);
    this.#show();
  }

  close() {
    this.#address = null;
    this.#overview.close();
    this.#view.hide();
    this.#wall.hide();
  }

  /** Somebody else looks. */
  forget() {
    this.#known.clear();
    this.#overview.forget();
    this.#show();
  }

  retry() {
    this.#overview.retry();
  }

  /** A count has come. */
  see(message) {
    this.#known.get(message.namespace)?.get(message.counter)?.see(message);
  }

  /** No counts come any more. */
  interrupt() {
    this.#known.forEach((some) => some.forEach((counter) => counter.interrupt()));
  }

  /** Shows the present counts, and the time passing. */
  tick() {
    const now = Math.floor(Date.now() / 1000);
    for (const [{ series, headline, bounds }, line] of this.#lines) {
      const count = line.querySelector(".row-count");
      const rate = series.rate(now);
      count.textContent = headline;
      count.title = bounds;
      count.style.setProperty("--characters", headline.length);
      line.querySelector(".row-rate").textContent = rate === 0 ? "" : `${formatRate(rate)}/s`;
    }
  }

  #show() {
    if (!this.#address) {
      return;
    }
    const summaries = this.#view.show(this.#overview, this.#address);
    const { watching } = this.#address;
    const counters = this.#take(watching ? this.#overview.largest : summaries.flatMap(({ largest }) => largest));
    this.#overview.look(summaries, watching ? counters : []);
    if (watching) {
      this.#lines = this.#wall.show(counters, this.#overview);
    } else {
      this.#wall.hide();
      this.#lines = this.#view.showCounters(counters);
    }
    this.tick();
    this.#live.follow(groupsOf(counters), null);
  }

  /** The counters that the service lists so, with their `namespace`; others are forgotten. */
  #take(largest) {
    const taken = largest.map(({ namespace, ...listed }) => {
      const known = this.#known.get(namespace) ?? new Counters(namespace);
      this.#known.set(namespace, known);
      const [counter] = known.listed([listed]);
      // What is settled is never more than a live count, but newer than one that has been cut off.
      if (BigInt(listed.events) > counter.events) {
        counter.know(listed);
      }
      return counter;
    });
    this.#known.forEach((some) => some.keepOnly(taken));
    return taken;
  }
}

/** What a LiveConnection is asked for. */
function groupsOf(counters) {
  const groups = new Map(counters.map(({ namespace }) => [namespace, { namespace, names: new Set() }]));
  counters.forEach(({ namespace, name }) => groups.get(namespace).names.add(name));
  return [...groups.values()];
}
