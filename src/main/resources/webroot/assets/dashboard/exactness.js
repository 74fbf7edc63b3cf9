import { readCount } from "./api.js";
import { BoundsView } from "./bounds-view.js";
import { formatCount, formatTime, plural } from "./numbers.js";
import { Refresher } from "./refresher.js";

const LEAST_MS = 500;
const SETTLING_MS = 1_000;

/** How much of a count is settled, up to when, and how long its tail is. */
export class Exactness {
  #root;
  #elements;
  #refresher;
  #counter = null;
  #query = "";
  #bounds;
  #seen;

  /** `report` hears of failures; `seen(counter, read)` of each count that was read. */
  constructor(root, report, seen) {
    this.#root = root.querySelector(".exact");
    this.#elements = {
      words: root.querySelector("#exact-words"),
      settled: root.querySelector("#exact-settled"),
      tail: root.querySelector("#exact-tail"),
      until: root.querySelector("#exact-until"),
      settledBar: root.querySelector(".exact-bar .settled"),
      tailBar: root.querySelector(".exact-bar .tail"),
    };
    this.#bounds = new BoundsView(root.querySelector("#exact-bounds"));
    this.#refresher = new Refresher(() => this.#read(), LEAST_MS, report);
    this.#seen = seen;
  }

  /** Shows a counter, which is read with a query or with none. */
  show(counter, query) {
    this.#counter = counter;
    this.#query = query;
    for (const name of ["words", "settled", "tail", "until"]) {
      this.#elements[name].textContent = "…";
    }
    this.retry();
  }

  /** Reads now, however often it has failed. */
  retry() {
    this.#refresher.reset();
    this.#refresher.ask();
  }

  /** The count may have changed. */
  refresh() {
    this.#refresher.ask();
  }

  async #read() {
    const counter = this.#counter;
    const read = await readCount(counter.namespace, counter.name, this.#query);
    if (counter !== this.#counter) {
      return;
    }
    this.#seen(counter, read);
    this.#root.hidden = !read.settled;
    if (!read.settled) {
      return;
    }
    this.#render(read);
    this.#bounds.show(read);
    if (BigInt(read.tail.events) > 0n) {
      this.#refresher.ask(SETTLING_MS);
    }
  }

  #render({ settled, tail, events }) {
    const { words, settledBar, tailBar, until } = this.#elements;
    const share = Number(events) > 0 ? Number(tail.events) / Number(events) : 0;
    settledBar.style.flexGrow = 1 - share;
    tailBar.style.flexGrow = Number(tail.events) > 0 ? Math.max(share, 0.015) : 0;
    words.textContent = inWords(settled, tail);
    this.#elements.settled.textContent = part(settled);
    this.#elements.tail.textContent = part(tail);
    until.textContent = settled.until ? timeOf(settled.until) : "not yet";
    until.title = settled.until ?? "";
  }
}

const part = ({ count, events }) => `${formatCount(BigInt(count))} in ${plural(events, "event")}`;

const timeOf = (until) => {
  const time = new Date(until);
  return `${formatTime(time)}.${String(time.getMilliseconds()).padStart(3, "0")}`;
};

function inWords(settled, tail) {
  if (BigInt(tail.events) > 0n) {
    return "Exact: what the last checkpoint settled, plus each event since.";
  }
  return BigInt(settled.events) > 0n
    ? "Exact, and all of it is settled for good."
    : "Exact: nothing has been counted yet.";
}
