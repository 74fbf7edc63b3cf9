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

/** What the windows of a range come to together, of a sketch: merged by the service, for estimates do not add up. */
export class RangeTotal {
  #root;
  #shown = "";

  constructor(root) {
    this.#root = root;
  }

  /** Shows a total of a sketch with some state, over a range in words; nothing for null. */
  show(total, state, range) {
    this.#root.hidden = total === null;
    const shown = JSON.stringify([total, range]);
    if (total === null || shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    const { estimate, lower, upper, items, quantiles } = total;
    const number = this.#root.querySelector("strong");
    number.hidden = estimate === undefined;
    number.textContent = formatEstimate(total);
    const bounds = lower === upper ? "" : `, between ${formatNumber(lower)} and ${formatNumber(upper)}`;
    const of = `, of ${formatCount(BigInt(total.events))} values`;
    this.#root.querySelector("span").textContent = `${WORDS[state]} in ${range}${bounds || of}`;
    const known = quantiles?.filter(({ value }) => value !== null);
    this.#root.querySelector("ol").replaceChildren(...(items ? itemRows(items) : known ? quantileRows(known) : []));
  }
}
