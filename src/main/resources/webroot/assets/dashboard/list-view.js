import { arrange } from "./arrange.js";
import { formatRate } from "./numbers.js";
import { effect } from "./recording.js";
import { showSpark } from "./spark.js";

const SPARK_SECONDS = 60;
/** A longer count takes a line of its own, or there would be no room for the name. */
const LONG_CHARACTERS = 11;
/** A longer name takes the whole width. */
const LONG_NAME = 60;
const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

/** The list of counters: one stop for the tab key, and arrows within. */
export class ListView {
  #list;
  #template;
  #rows = new Map();
  #selected = null;
  #open;
  #plus;

  /** `open(counter)` and `plus(counter)` are called when the user asks for it. */
  constructor(list, template, { open, plus }) {
    this.#list = list;
    this.#template = template;
    this.#open = open;
    this.#plus = plus;
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("focusin", ({ target }) => this.#stopAt(target.closest(".row")));
  }

  /** Whether the user is at it: then nothing should move away from under the pointer. */
  get isUsed() {
    return this.#list.matches(":hover") || this.#list.contains(document.activeElement);
  }

  /** Shows these counters, in this order; rows that stay keep the focus. */
  show(counters) {
    const rows = new Map(
      counters.map((counter) => [counter, this.#rows.get(counter) ?? this.#row(counter)]),
    );
    arrange(this.#list, rows.values());
    this.#rows = rows;
    if (!this.#list.querySelector("[tabindex='0']")) {
      this.#stopAt(rows.get(this.#selected) ?? this.#list.firstElementChild);
    }
    counters.forEach((counter) => this.update(counter));
    this.tick();
  }

  select(counter) {
    this.#rows.get(this.#selected)?.querySelector(".row-open").removeAttribute("aria-current");
    this.#selected = counter;
    const row = this.#rows.get(counter);
    row?.querySelector(".row-open").setAttribute("aria-current", "true");
    this.#stopAt(row);
  }

  /** Brings the counter's row into sight. */
  reveal(counter) {
    this.#rows.get(counter)?.scrollIntoView({ block: "nearest" });
  }

  /** The counter that comes so many rows after the selected one, or before it; undefined where the list ends. */
  after(step) {
    const counters = [...this.#rows.keys()];
    return counters[counters.indexOf(this.#selected) + step];
  }

  /** Shows the counter's present count. */
  update(counter) {
    const row = this.#rows.get(counter);
    if (row) {
      const count = counter.headline;
      row.querySelector(".row-count").textContent = count;
      row.querySelector(".row-count").title = counter.bounds;
      row.querySelector(".row-open").classList.toggle("long", count.length > LONG_CHARACTERS);
      row.querySelector(".plus").classList.toggle("unsent", counter.unsent > 0);
    }
  }

  /** Shows the time passing. */
  tick() {
    const now = Math.floor(Date.now() / 1000);
    for (const [counter, row] of this.#rows) {
      const rate = counter.series.rate(now);
      row.querySelector(".row-rate").textContent = rate === 0 ? "" : `${formatRate(rate)}/s`;
      showSpark(row, counter.series.points(now, SPARK_SECONDS));
    }
  }

  #key(event) {
    const step = STEPS[event.key];
    if (step !== undefined) {
      const buttons = [...this.#list.querySelectorAll(".row-open")];
      const at = buttons.indexOf(event.target.closest(".row")?.querySelector(".row-open"));
      event.preventDefault();
      buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
    } else if (event.key === "+") {
      event.target.closest(".row")?.querySelector(".plus").click();
    }
  }

  /** The tab key comes to this row, and to no other. */
  #stopAt(row) {
    if (row) {
      this.#list.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
      row.querySelector(".row-open").setAttribute("tabindex", "0");
    }
  }

  #row(counter) {
    const row = this.#template.content.firstElementChild.cloneNode(true);
    row.querySelector(".row-name").textContent = counter.name;
    row.querySelector(".row-open").classList.toggle("long-name", counter.name.length > LONG_NAME);
    row.querySelector(".row-open").addEventListener("click", () => this.#open(counter));
    const plus = row.querySelector(".plus");
    plus.setAttribute("aria-description", effect(counter));
    plus.title = `A click ${effect(counter)}`;
    plus.addEventListener("click", () => this.#plus(counter));
    if (counter === this.#selected) {
      row.querySelector(".row-open").setAttribute("aria-current", "true");
    }
    return row;
  }
}
