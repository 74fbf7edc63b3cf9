import { formatCount, formatEstimate, formatNumber } from "./numbers.js";
import { itemRows, quantileRows } from "./sketch-rows.js";

const WORDS = {
  distinct: "different values",
  sum: "the sum",
  min: "the smallest value",
  max: "the largest value",
  top: "the most frequent",
  quantiles: "the distribution",
};

/**
 * What the windows of a period come to together, and how much more or less that is than before. Of a sketch they are merged by
 * the service, for estimates do not add up.
 */
export class RangeTotal {
  #root;
  #shown = "";

  constructor(root) {
    this.#root = root;
  }

  /** Shows a total over a period in words, of a sketch with some state or of a count (a BigInt); nothing for null. */
  show(total, state, period, difference) {
    this.#root.hidden = total === null;
    this.#root.classList.remove("waiting");
    const isCount = typeof total === "bigint";
    const shown = JSON.stringify([isCount ? formatCount(total) : total, period, difference]);
    if (total === null || shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    const number = this.#root.querySelector("strong");
    number.hidden = !isCount && total.estimate === undefined;
    number.textContent = isCount ? formatCount(total) : formatEstimate(total);
    this.#root.querySelector("span").textContent = isCount ? period : wordsOf(total, state, period);
    const known = total.quantiles?.filter(({ value }) => value !== null);
    const rows = total.items ? itemRows(total.items) : known ? quantileRows(known) : [];
    this.#root.querySelector("ol").replaceChildren(...rows);
    this.#showDifference(difference);
  }

  /** Shows nothing, in its place while another total is awaited: what is below stays where it is. */
  wait(isAwaited) {
    this.#root.hidden = !isAwaited;
    this.#root.classList.add("waiting");
  }

  #showDifference(difference) {
    const element = this.#root.querySelector(".difference");
    element.hidden = difference === null;
    const [change, than] = element.children;
    change.textContent = difference?.change ?? "";
    than.textContent = difference?.than ?? "";
  }
}

function wordsOf({ lower, upper, events }, state, period) {
  const bounds = lower === upper ? "" : `, between ${formatNumber(lower)} and ${formatNumber(upper)}`;
  return `${WORDS[state]} ${period}${bounds || `, of ${formatCount(BigInt(events))} values`}`;
}
