/** What the live connection says of the counters of the open namespace, and which of them it is asked for. */
export class FollowedCounters {
  #live;
  #listing;
  #detail;
  #changed;
  #added;

  /** `changed(counter)` is called when a count has moved, `added()` when there is a counter that was not known. */
  constructor({ live, listing, detail, changed, added }) {
    this.#live = live;
    this.#listing = listing;
    this.#detail = detail;
    this.#changed = changed;
    this.#added = added;
  }

  /** Asks for those that are shown in the list and looked at; others are forgotten, unless all that begin so are followed. */
  follow(counters, shown) {
    const { prefix } = this.#listing;
    const looked = [this.#detail.counter, ...this.#detail.compared].filter((counter) => counter);
    if (!prefix) {
      counters.keepOnly([...shown, ...looked]);
    }
    const names = new Set((prefix ? looked : [...shown, ...looked]).map(({ name }) => name));
    this.#live.follow([{ namespace: counters.namespace, names }, ...this.#detail.groups], prefix);
  }

  /** A count has come. */
  see(counters, message) {
    if (message.namespace !== counters.namespace) {
      return;
    }
    const { prefix } = this.#listing;
    const known = counters.get(message.counter);
    if (!known && !(prefix && message.counter.startsWith(prefix.prefix))) {
      return;
    }
    const counter = known ?? counters.take(message.counter);
    counter.see(message);
    if (!known) {
      this.#listing.added();
      this.#added();
    }
    this.#changed(counter);
    this.#detail.moved(counter, message);
  }

  /** Series have come: of a breakdown, or the one that labels have filtered. */
  seeSeries(counters, message) {
    if (message.namespace !== counters.namespace) {
      return;
    }
    const counter = message.type === "count" ? counters.filteredBy(message) : null;
    if (message.type === "series") {
      this.#detail.seeSeries(message);
    } else if (counter) {
      counter.see(message);
      this.#changed(counter);
      this.#detail.moved(counter, message);
    }
  }

  /** A count was read: that may be older than what has been said since. */
  read(counter, answer) {
    if (this.#live.state !== "open" || counter.events === null || BigInt(answer.events) >= counter.events) {
      counter.know(answer);
      this.#changed(counter);
    }
  }
}
