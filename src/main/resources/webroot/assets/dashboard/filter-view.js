import { isFiltered, valueInWords } from "./labels.js";

/** The values that labels must have for what is shown: each can be taken away. */
export class FilterView {
  #list;
  #choose;

  /** `choose({where})` is called when the user wants others. */
  constructor(list, choose) {
    this.#list = list;
    this.#choose = choose;
  }

  /** Shows the values of labels, which some breakdowns have. */
  show(where, breakdowns) {
    this.#list.hidden = !isFiltered(where);
    this.#list.replaceChildren(
      ...Object.entries(where).map(([label, value]) => {
        const without = breakdowns.without(where, [label]);
        return this.#chip(label, value, () => this.#choose({ where: without }));
      }),
    );
  }

  #chip(label, value, taken) {
    const chip = document.createElement("li");
    const words = document.createElement("bdi");
    words.textContent = valueInWords(value, label);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "×";
    button.setAttribute("aria-label", `Take away the filter ${label}: ${valueInWords(value, label)}`);
    button.addEventListener("click", taken);
    chip.append(`${label}: `, words, button);
    return chip;
  }
}
