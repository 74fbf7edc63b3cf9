import { readCount } from "./api.js";
import { formatCount, formatTime, plural } from "./numbers.js";
import { Refresher } from "./refresher.js";

const LEAST_MS = 500;
/** When a count has not moved for so long, its tail may be settled: that alone is not said live. */
const AT_REST_MS = 1_000;

/**
 * How much of a count is settled, up to when, and how long its tail is: of the same answer as the count that is shown, so
 * that the two always agree.
 */
export class Exactness {
  #root;
  #elements;
  #refresher;
  #counter = null;
  #query = {};
  #seen;
  #rest = null;

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
    this.#refresher = new Refresher(() => this.#read(), LEAST_MS, report);
    this.#seen = seen;
  }

  /** Shows a counter, which is read with these parameters; nothing for null. */
  show(counter, query) {
    this.#counter = counter;
    this.#query = query;
    clearTimeout(this.#rest);
    for (const name of ["words", "settled", "tail", "until"]) {
      this.#elements[name].textContent = "…";
    }
    this.update();
    this.retry();
  }

  /** Reads now, however often it has failed. */
  retry() {
    this.#refresher.reset();
    if (this.#counter) {
      this.#refresher.ask();
    }
  }

  /** Reads soon. */
  refresh() {
    this.#refresher.ask();
  }

  /** The count has moved, and with it what is known of it. */
  moved(message) {
    clearTimeout(this.#rest);
    if (!message.settled || message.min !== undefined || message.max !== undefined) {
      this.refresh();
    } else {
      this.#awaitRest(message);
    }
  }

  /** Shows what is known. */
  update() {
    const answer = this.#counter?.answer;
    if (!answer) {
      return;
    }
    this.#root.hidden = !answer.settled;
    if (answer.settled) {
      this.#render(answer);
    }
  }

  #awaitRest({ tail }) {
    clearTimeout(this.#rest);
    if (tail && BigInt(tail.events) > 0n) {
      this.#rest = setTimeout(() => this.#refresher.ask(), AT_REST_MS);
    }
  }

  async #read() {
    const counter = this.#counter;
    if (!counter) {
      return;
    }
    const read = await readCount(counter, this.#query);
    if (counter === this.#counter) {
      this.#seen(counter, read);
      this.update();
      this.#awaitRest(read);
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
    return "what the last checkpoint settled, plus each event since";
  }
  return BigInt(settled.events) > 0n
    ? "all of it is settled for good"
    : "nothing has been counted yet";
}
