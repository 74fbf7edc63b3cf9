import { arrange } from "./arrange.js";
import { valueInWords } from "./labels.js";
import { formatCount } from "./numbers.js";
import { rankingOf } from "./shares.js";

/** How many rows there are at most, at first and each time that more are wanted. */
const STEPS = [10, 100, 1_000];

/** The series of a breakdown as a ranking: a bar, a share and a number each, and one row for all that are left. */
export class RankingView {
  element;
  #by;
  #chosen;
  #words = create("p", "readout");
  #list = create("ol", "ranking");
  #others = create("li", "others");
  #more = create("button", "", "Show more");
  #rows = new Map();
  #step = 0;

  /** By some labels. `chosen(labels)` is called for a click on a row, `more()` when more of them are wanted. */
  constructor(by, { chosen, more }) {
    this.#by = by;
    this.#chosen = chosen;
    this.#more.type = "button";
    this.#more.addEventListener("click", () => {
      this.#step++;
      more();
    });
    const caption = create("figcaption", "");
    caption.append(create("h3", "", `By ${by.join(" and ")}`), this.#words);
    const end = create("p", "more");
    end.append(this.#more);
    this.element = create("figure", "chart breakdown");
    this.element.append(caption, this.#list, end);
    this.#others.append(...columns(create("span", "value")));
    this.say("…");
  }

  /** How many rows there are at most. */
  get most() {
    return STEPS[this.#step];
  }

  /** Takes so many pixels until there are rows. */
  reserve(height) {
    this.element.style.minHeight = `${height}px`;
  }

  /** Says why there are no rows. */
  say(words) {
    this.reserve(0);
    this.#words.textContent = words;
    this.#list.replaceChildren();
    this.#rows.clear();
    this.#more.hidden = true;
  }

  /** Shows series, as `rankingOf` takes them, of a period in words. */
  show(answer, period) {
    this.reserve(0);
    const { rows, others } = rankingOf(answer, this.most);
    const before = this.#rows;
    this.#rows = new Map(
      this.#inOrder(rows).map((row) => {
        const key = this.#keyOf(row.labels);
        const element = before.get(key) ?? this.#row(row.labels);
        fill(element, element.firstElementChild, row);
        return [key, element];
      }),
    );
    if (others) {
      this.#others.firstElementChild.textContent = others.words;
      fill(this.#others, this.#others, others);
    }
    arrange(this.#list, [...this.#rows.values(), ...(others ? [this.#others] : [])]);
    const { total } = answer;
    this.#words.textContent = `${valuesInWords(total)} ${period}`.trimEnd();
    this.#more.hidden = !others || this.#step === STEPS.length - 1;
  }

  /** Marks the row that has the values which labels must have. */
  mark(where) {
    const chosen = this.#keyOf(where);
    this.#rows.forEach((row, key) => row.firstElementChild.setAttribute("aria-pressed", String(key === chosen)));
  }

  /** Under the pointer rows do not change their places. */
  #inOrder(rows) {
    if (!this.#list.matches(":hover")) {
      return rows;
    }
    const places = [...this.#rows.keys()];
    const place = ({ labels }) => (places.indexOf(this.#keyOf(labels)) + places.length + 1) % (places.length + 1);
    return [...rows].sort((a, b) => place(a) - place(b));
  }

  #keyOf(labels) {
    return JSON.stringify(this.#by.map((label) => labels[label]));
  }

  #row(labels) {
    const values = this.#by
      .map((label) => [labels[label], label])
      .map(([value, label]) => create("bdi", value === "" ? "none" : "", valueInWords(value, label)));
    const words = create("span", "value");
    words.append(...values.flatMap((value, i) => (i > 0 ? [" · ", value] : [value])));
    const button = create("button", "");
    button.type = "button";
    button.append(...columns(words));
    button.addEventListener("click", () => this.#chosen(labels));
    const element = create("li", "");
    element.append(button);
    return element;
  }
}

function valuesInWords(total) {
  if (total === Infinity) {
    return "many values";
  }
  return total === 0 ? "none" : total === 1 ? "1 value" : `${formatCount(total)} values`;
}

const columns = (words) => [words, create("span", "share"), create("span", "amount")];

function fill(element, parts, { text, share, bar }) {
  element.style.setProperty("--share", `${100 * bar}%`);
  parts.children[1].textContent = share;
  parts.children[2].textContent = text;
}

function create(tag, name, text = "") {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}
