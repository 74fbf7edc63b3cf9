import { sparkline } from "./live-chart.js";
import { formatRate } from "./numbers.js";
import { effect } from "./recording.js";

const SPARK_SECONDS = 60;
/** A longer count takes a line of its own, or there would be no room for the name. */
const LONG_CHARACTERS = 11;

/** The list of counters. */
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
  }

  /** Shows these counters, in this order; rows that stay keep the focus. */
  show(counters) {
    const rows = new Map(
      counters.map((counter) => [counter, this.#rows.get(counter) ?? this.#row(counter)]),
    );
    for (const [counter, row] of this.#rows) {
      if (!rows.has(counter)) {
        row.remove();
      }
    }
    let place = this.#list.firstElementChild;
    for (const row of rows.values()) {
      if (row === place) {
        place = place.nextElementSibling;
      } else {
        this.#list.insertBefore(row, place);
      }
    }
    this.#rows = rows;
    counters.forEach((counter) => this.update(counter));
    this.tick();
  }

  select(counter) {
    this.#rows.get(this.#selected)?.querySelector(".row-open").removeAttribute("aria-current");
    this.#selected = counter;
    this.#rows.get(counter)?.querySelector(".row-open").setAttribute("aria-current", "true");
  }

  /** Brings the counter's row into sight. */
  reveal(counter) {
    this.#rows.get(counter)?.scrollIntoView({ block: "nearest" });
  }

  /** Shows the counter's present count. */
  update(counter) {
    const row = this.#rows.get(counter);
    if (row) {
      const count = counter.headline;
      row.querySelector(".row-count").textContent = count;
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
      const path = sparkline(counter.series.points(now, SPARK_SECONDS));
      row.querySelector(".spark path").setAttribute("d", path);
    }
  }

  #row(counter) {
    const row = this.#template.content.firstElementChild.cloneNode(true);
    const name = row.querySelector(".row-name");
    name.textContent = counter.name;
    name.title = counter.name;
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
