import { Counters } from "./counters.js";
import { Overview } from "./overview.js";
import { OverviewView } from "./overview-view.js";

/** The page of all namespaces: what is asked for, what is followed live, and what is shown of both. */
export class OverviewPage {
  #overview;
  #view;
  #live;
  #address = null;
  /** namespace -> Counters: the busiest of it. */
  #busiest = new Map();

  /** `elements` are its root and templates; `report(source, problem)` hears of failures. */
  constructor({ root, card, line }, live, report) {
    this.#live = live;
    this.#overview = new Overview({ report, changed: () => this.#show() });
    this.#view = new OverviewView(root, { card, line }, () => this.#show());
  }

  /** Shows what an address says. */
  open(address) {
    this.#address = address;
    this.#overview.open(address.search);
    this.#show();
  }

  close() {
    this.#address = null;
    this.#overview.close();
    this.#view.hide();
  }

  retry() {
    this.#overview.retry();
  }

  /** A count has come. */
  see(message) {
    this.#busiest.get(message.namespace)?.get(message.counter)?.see(message);
  }

  /** No counts come any more. */
  interrupt() {
    this.#busiest.forEach((some) => some.forEach((counter) => counter.interrupt()));
  }

  tick() {
    this.#view.tick();
  }

  #show() {
    if (!this.#address) {
      return;
    }
    const shown = this.#view.show(this.#overview, this.#address);
    const counters = new Map(shown.map((summary) => [summary, this.#busiestOf(summary)]));
    this.#view.showCounters(counters, this.#address.watching);
    this.#view.tick();
    const names = (some) => new Set(some.map(({ name }) => name));
    this.#live.follow(
      [...counters].map(([{ namespace }, some]) => ({ namespace, names: names(some) })),
      null,
    );
  }

  #busiestOf({ namespace, busiest }) {
    const known = this.#busiest.get(namespace) ?? new Counters(namespace);
    this.#busiest.set(namespace, known);
    const now = busiest.map(({ counter }) => known.take(counter));
    known.keepOnly(now);
    return now;
  }
}
