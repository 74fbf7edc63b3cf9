import { arrange } from "./arrange.js";
import { PLAIN } from "./kind.js";
import { Ranking } from "./ranking.js";

/** The rankings of a counter by its labels. A click on a row filters by its values, or takes that back. */
export class BreakdownView {
  #root;
  #site;
  #counter = null;
  #kind = PLAIN;
  #where = {};
  /** Those that are shown, by what they ask for. */
  #rankings = new Map();

  /**
   * `choose({where})` is called when the user wants to see what some labels say, `report(problem)` hears of failures,
   * `changed()` is called when other groups are to be followed, `period()` and `words()` as in Ranking.
   */
  constructor(root, { choose, report, changed, period, words }) {
    this.#root = root;
    const chosen = (values) => choose({ where: this.#kind.breakdowns.toggled(this.#where, values) });
    this.#site = { chosen, report, changed, period, words };
  }

  /** What is to be followed: groups of a LiveConnection. */
  get groups() {
    return [...this.#rankings.values()].flatMap((ranking) => ranking.groups);
  }

  /** Shows the rankings of a counter where labels have some values; none for null. */
  show(counter, kind, where) {
    const before = counter === this.#counter ? this.#rankings : new Map();
    const gone = this.#rankings;
    this.#counter = counter;
    this.#kind = kind;
    this.#where = where;
    this.#rankings = new Map();
    const wanted = counter ? kind.breakdowns.rankings(where) : [];
    const elements = wanted.map((one) => (one.isKept ? this.#take(one, before, gone) : apart(one)));
    const shown = new Set(this.#rankings.values());
    gone.forEach((ranking) => shown.has(ranking) || ranking.close());
    this.#root.hidden = elements.length === 0;
    arrange(this.#root, elements);
  }

  #take({ by, where }, before, gone) {
    const key = JSON.stringify([by, where]);
    const { namespace, name } = this.#counter;
    const ranking = before.get(key) ?? new Ranking({ namespace, name, where }, by, this.#kind.hasCount, this.#site);
    this.#rankings.set(key, ranking);
    ranking.mark(this.#where);
    if (!before.has(key)) {
      ranking.replace([...gone.values()].find((other) => other.isBy(by)));
    }
    return ranking.element;
  }

  /** Takes a live message of series. */
  see(message) {
    this.#rankings.forEach((ranking) => ranking.see(message));
  }

  /** These labels cannot be followed. */
  refuse({ by }) {
    this.#rankings.forEach((ranking) => ranking.refuse(by));
  }

  /** The counter has moved. */
  moved() {
    this.#rankings.forEach((ranking) => ranking.moved());
  }

  /** Reads soon. */
  refresh() {
    this.#rankings.forEach((ranking) => ranking.refresh());
  }

  /** Reads now, however often it has failed. */
  retry() {
    this.#rankings.forEach((ranking) => ranking.retry());
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
