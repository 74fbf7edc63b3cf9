import { arrange } from "./arrange.js";
import { PLAIN } from "./kind.js";
import { Ranking } from "./ranking.js";

/**
 * The rankings of a counter by its labels, a tab each, of which one is seen and read. A click on a row filters by its values, or
 * takes that back.
 */
export class BreakdownView {
  #root;
  #site;
  #tabs = document.createElement("div");
  #counter = null;
  #kind = PLAIN;
  #where = {};
  /** The one that is shown, or null, and what it asks for. */
  #ranking = null;
  #key = "";
  /** By which labels somebody wants it. */
  #wanted = "";

  /**
   * `choose({where})` is called when the user wants to see what some labels say, `report(problem)` hears of failures,
   * `changed()` is called when other groups are to be followed, `period()` and `words()` as in Ranking.
   */
  constructor(root, { choose, report, changed, period, words }) {
    this.#root = root;
    const chosen = (values) => choose({ where: this.#kind.breakdowns.toggled(this.#where, values) });
    this.#site = { chosen, report, changed, period, words };
    this.#tabs.className = "orders tabs";
    this.#tabs.setAttribute("role", "group");
    this.#tabs.setAttribute("aria-label", "By which labels");
  }

  /** What is to be followed: groups of a LiveConnection. */
  get groups() {
    return this.#ranking?.groups ?? [];
  }

  /** Shows the rankings of a counter where labels have some values; none for null. */
  show(counter, kind, where) {
    this.#counter = counter;
    this.#kind = kind;
    this.#where = where;
    const all = counter ? kind.breakdowns.rankings(where) : [];
    const shown = all.find(({ by }) => String(by) === this.#wanted) ?? all[0];
    const element = shown?.isKept ? this.#take(shown) : shown && apart(shown);
    if (!shown?.isKept) {
      this.#close();
    }
    this.#root.hidden = !shown;
    element?.classList.toggle("tabbed", all.length > 1);
    this.#showTabs(all, shown);
    arrange(this.#root, [...(all.length > 1 ? [this.#tabs] : []), ...(shown ? [element] : [])]);
  }

  #showTabs(all, shown) {
    const hasFocus = this.#tabs.contains(document.activeElement);
    this.#tabs.replaceChildren(...all.map(({ by }) => this.#tab(by, by === shown.by)));
    if (hasFocus) {
      this.#tabs.querySelector("[aria-pressed=true]").focus();
    }
  }

  #tab(by, isShown) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = by.join(" × ");
    button.setAttribute("aria-pressed", String(isShown));
    button.addEventListener("click", () => {
      this.#wanted = String(by);
      this.show(this.#counter, this.#kind, this.#where);
      this.#site.changed();
    });
    return button;
  }

  #take({ by, where }) {
    const { namespace, name } = this.#counter;
    const key = JSON.stringify([namespace, name, by, where]);
    if (key !== this.#key) {
      const before = this.#close();
      this.#key = key;
      this.#ranking = new Ranking({ namespace, name, where }, by, this.#kind.hasCount, this.#site);
      this.#ranking.replace(before);
    }
    this.#ranking.mark(this.#where);
    return this.#ranking.element;
  }

  /** The ranking that is shown no longer; null where there was none. */
  #close() {
    const before = this.#ranking;
    before?.close();
    this.#ranking = null;
    this.#key = "";
    return before;
  }

  /** Takes a live message of series. */
  see(message) {
    this.#ranking?.see(message);
  }

  /** These labels cannot be followed. */
  refuse({ by }) {
    this.#ranking?.refuse(by);
  }

  /** The counter has moved. */
  moved() {
    this.#ranking?.moved();
  }

  /** Reads soon. */
  refresh() {
    this.#ranking?.refresh();
  }

  /** Reads now, however often it has failed. */
  retry() {
    this.#ranking?.retry();
  }
}

/** In place of a ranking that nobody has counted: of labels that are in no breakdown together. */
function apart({ by, where }) {
  const element = document.createElement("figure");
  element.className = "chart breakdown";
  const title = document.createElement("h3");
  title.textContent = `By ${by.join(" and ")}`;
  const words = document.createElement("p");
  words.className = "readout";
  words.textContent = `Not counted together with ${Object.keys(where).join(" and ")}.`;
  element.append(title, words);
  return element;
}
