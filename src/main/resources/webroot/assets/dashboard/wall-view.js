import { arrange } from "./arrange.js";
import { drawBars } from "./bars.js";

/** So many tiles of a wall have so many beside each other; more have three. */
const COLUMNS = [1, 1, 2, 3, 2];

/** The largest counters, for a screen that is only looked at: a tile for each, with nothing to click. */
export class WallView {
  #root;
  #template;
  /** counter -> tile */
  #tiles = new Map();

  constructor(root, template) {
    this.#root = root;
    this.#template = template;
  }

  /** Shows these counters, of which an overview knows the kinds and the last hours; returns a Map from each to its tile. */
  show(counters, overview) {
    this.#root.hidden = false;
    const none = this.#root.querySelector("p");
    none.hidden = counters.length > 0 || !overview.isRead;
    none.textContent = overview.words || "Nothing is counted yet.";
    this.#tiles = new Map(counters.map((counter) => [counter, this.#tiles.get(counter) ?? this.#tileOf(counter)]));
    for (const [counter, tile] of this.#tiles) {
      drawBars(tile.querySelector(".bars"), overview.hoursOf(counter), overview.kindOf(counter));
    }
    const list = this.#root.querySelector("ol");
    list.style.setProperty("--columns", COLUMNS[counters.length] ?? 3);
    arrange(list, this.#tiles.values());
    return this.#tiles;
  }

  hide() {
    this.#root.hidden = true;
  }

  #tileOf({ namespace, name }) {
    const tile = this.#template.content.firstElementChild.cloneNode(true);
    tile.querySelector(".row-name").textContent = name;
    tile.querySelector(".tile-namespace").textContent = namespace;
    return tile;
  }
}
