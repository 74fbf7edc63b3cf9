import { boundsBetween } from "./whiskers.js";

/** What is what in a chart of windows: bars, bounds, the period before, and lines where one counter has several. */
export class WindowLegend {
  #root;
  #lines;
  #names = "";

  constructor(root) {
    this.#root = root.querySelector("#window-chart .legend");
    this.#lines = this.#root.querySelector(".lines");
  }

  /** `before` is the line of the period before, or null. */
  show(lines, before) {
    this.#root.querySelector(".bounds").hidden = boundsBetween(lines, -Infinity, Infinity).length === 0;
    this.#root.querySelector(".before").hidden = before === null;
    this.#root.querySelector(".before span:last-child").textContent = before?.name ?? "";
    const names = lines.length > 1 ? lines.map((line) => line.name) : [];
    if (this.#names !== String(names)) {
      this.#names = String(names);
      this.#lines.replaceChildren(...names.map(lineKey));
    }
  }
}

function lineKey(name, place) {
  const element = document.createElement("span");
  const swatch = document.createElement("span");
  swatch.className = `swatch series-${place + 1}`;
  element.append(swatch, name);
  return element;
}
