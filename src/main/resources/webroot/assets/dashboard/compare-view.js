import { mayCompare } from "./address.js";
import { arrange } from "./arrange.js";
import { Combobox } from "./combobox.js";
import { matching } from "./matches.js";
import { foundWords, searchWithin } from "./search.js";

const SUGGESTED = 50;

/** The counters that are drawn beside the one in detail: picked from those that there are, taken away by a click. */
export class CompareView {
  #root;
  #form;
  #chosen;
  #counters = null;
  #counter = null;
  #compared = [];
  /** What is known of each, by name: `{total, change}` in words. */
  #totals = new Map();
  /** The rows by place and name: they stay, with the focus, while totals move. */
  #rows = new Map();

  /** `chosen({compared})` is called when the user wants others, `chosen({stacked})` when they are to be drawn otherwise. */
  constructor(root, chosen) {
    this.#root = root;
    this.#chosen = chosen;
    this.#form = root.querySelector("form");
    new Combobox(this.#form, {
      find: (text, show) => this.#find(text, show),
      chosen: ({ name }) => this.#chosen({ compared: [...this.#compared, name] }),
    });
    for (const button of root.querySelectorAll(".drawn button")) {
      button.addEventListener("click", () => this.#chosen({ stacked: button.value === "stacked" }));
    }
  }

  /** Shows what a counter is compared with, as an address says. */
  show(counters, counter, { compared: named, stacked }) {
    const compared = named.filter((name) => name !== counter.name);
    this.#counters = counters;
    this.#counter = counter;
    this.#root.querySelector(".drawn").hidden = compared.length === 0;
    for (const button of this.#root.querySelectorAll(".drawn button")) {
      button.setAttribute("aria-pressed", String((button.value === "stacked") === stacked));
    }
    this.#compared = compared;
    this.#form.hidden = !mayCompare(compared);
    this.#draw();
  }

  /** Shows what counters come to in the range, each `{name, total, change}` in words. */
  showTotals(totals) {
    const known = new Map(totals.map(({ name, ...rest }) => [name, rest]));
    if (JSON.stringify([...known]) !== JSON.stringify([...this.#totals])) {
      this.#totals = known;
      this.#draw();
    }
  }

  #draw() {
    const all = this.#compared.length === 0 ? [] : [this.#counter.name, ...this.#compared];
    const table = this.#root.querySelector(".compared");
    table.hidden = all.length === 0;
    const keyOf = (name, place) => `${place} ${name}`;
    this.#rows = new Map(all.map((name, i) => [keyOf(name, i), this.#rows.get(keyOf(name, i)) ?? this.#row(name, i)]));
    arrange(table.tBodies[0], this.#rows.values());
    all.forEach((name, i) => {
      const { total = "", change = "" } = this.#totals.get(name) ?? {};
      const [, first, second] = this.#rows.get(keyOf(name, i)).cells;
      first.textContent = total;
      second.textContent = change;
    });
  }

  /** Before anything is typed, the largest of those that the page knows. */
  async #find(text, show) {
    const counters = this.#counters;
    const known = counters.sorted("count", "").map(({ name }) => name);
    const found = await searchWithin(counters.namespace, text, text === "" ? SUGGESTED : undefined);
    const listed = found.counters.map(({ name }) => name);
    const taken = new Set([this.#counter.name, ...this.#compared]);
    const others = matching([...new Set([...known, ...listed])], text).filter((name) => !taken.has(name));
    show({
      options: others.slice(0, SUGGESTED).map((name) => ({ key: name, name })),
      words: text === "" ? "" : foundWords(others.length, found.limit ? [found.limit] : [], text),
      done: true,
    });
  }

  #row(name, place) {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    const swatch = document.createElement("span");
    swatch.className = `swatch series-${place + 1}`;
    const words = document.createElement("bdi");
    words.textContent = name;
    head.append(swatch, words);
    row.append(head);
    row.insertCell();
    row.insertCell();
    const end = row.insertCell();
    if (place > 0) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "×";
      button.setAttribute("aria-label", `Do not compare with ${name}`);
      button.addEventListener("click", () => this.#chosen({ compared: this.#compared.filter((other) => other !== name) }));
      end.append(button);
    }
    return row;
  }
}
