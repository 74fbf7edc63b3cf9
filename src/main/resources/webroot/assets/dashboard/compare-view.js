import { mayCompare } from "./address.js";
import { nameError } from "./counters.js";

/** The counters that are drawn beside the one in detail: added by their names, taken away by a click. */
export class CompareView {
  #root;
  #form;
  #chosen;
  #counters = null;
  #compared = [];

  /** `chosen({compared})` is called when the user wants others, `chosen({stacked})` when they are to be drawn otherwise. */
  constructor(root, chosen) {
    this.#root = root;
    this.#chosen = chosen;
    this.#form = root.querySelector("form");
    const input = this.#form.querySelector("input");
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = input.value;
      if (nameError(name) === "") {
        input.value = "";
        this.#chosen({ compared: [...new Set([...this.#compared, name])] });
      }
    });
    for (const button of root.querySelectorAll(".drawn button")) {
      button.addEventListener("click", () => this.#chosen({ stacked: button.value === "stacked" }));
    }
    input.addEventListener("focus", () => {
      const known = this.#counters?.sorted("name", "").slice(0, 200) ?? [];
      root.querySelector("datalist").replaceChildren(...known.map(({ name }) => new Option(name, name)));
    });
  }

  /** Shows what a counter is compared with, as an address says. */
  show(counters, counter, { compared: named, stacked }) {
    const compared = named.filter((name) => name !== counter.name);
    this.#counters = counters;
    this.#root.querySelector(".drawn").hidden = compared.length === 0;
    for (const button of this.#root.querySelectorAll(".drawn button")) {
      button.setAttribute("aria-pressed", String((button.value === "stacked") === stacked));
    }
    this.#compared = compared;
    this.#form.hidden = !mayCompare(compared);
    const all = compared.length === 0 ? [] : [counter.name, ...compared];
    this.#root.querySelector(".compared").replaceChildren(...all.map((name, i) => this.#chip(name, i)));
  }

  #chip(name, place) {
    const chip = document.createElement("li");
    const swatch = document.createElement("span");
    swatch.className = `swatch series-${place + 1}`;
    const words = document.createElement("bdi");
    words.textContent = name;
    chip.append(swatch, words);
    if (place > 0) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "×";
      button.setAttribute("aria-label", `Do not compare with ${name}`);
      button.addEventListener("click", () => this.#chosen({ compared: this.#compared.filter((other) => other !== name) }));
      chip.append(button);
    }
    return chip;
  }
}
