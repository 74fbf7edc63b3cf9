import { numberOf } from "./counters.js";
import { formatCount, formatNumber, formatPercent } from "./numbers.js";
import { roll } from "./rolling.js";
import { itemRows, quantileRows } from "./sketch-rows.js";

const WORDS = {
  distinct: "different values",
  sum: "the sum",
  min: "the smallest value",
  max: "the largest value",
  top: "the most frequent",
  quantiles: "the distribution",
};

/** What the windows of a period come to together, as the service has added them up, and how much more or less that is than before. */
export class RangeTotal {
  #root;
  #shown = "";

  constructor(root) {
    this.#root = root;
  }

  /** Shows a total over a period in words, of counts or of a sketch with some state; nothing for null. */
  show(total, { state, hasCount, period, difference }) {
    this.#root.hidden = total === null;
    this.#root.classList.remove("waiting");
    const shown = JSON.stringify([total, state, period, difference]);
    if (total === null || shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    const number = this.#root.querySelector("strong");
    number.hidden = !hasCount && total.estimate === undefined;
    roll(number, numberOf(total).text);
    number.style.setProperty("--characters", number.textContent.length);
    number.toggleAttribute("data-about", !hasCount && total.lower !== total.upper);
    this.#root.querySelector("p > span").textContent = hasCount ? period : wordsOf(total, state, period);
    const known = total.quantiles?.filter(({ value }) => value !== null);
    const rows = total.items ? itemRows(total.items) : known ? quantileRows(known) : [];
    this.#root.querySelector("ol").replaceChildren(...rows);
    this.#root.classList.toggle("quantiles", known !== undefined);
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
    change.dataset.trend = difference?.trend ?? "";
    than.textContent = difference?.than ?? "";
  }
}

/** How much more or less a total is than before, in words: `{change, trend, than}`; null where that is not known or says nothing. */
export function differenceOf({ previous, keptFrom, ...total }, name) {
  // What is only kept in part is no measure of a whole.
  if (!previous || keptFrom || BigInt(previous.events) === 0n) {
    return null;
  }
  const [now, before] = [total, previous].map(numberOf);
  if (before.size <= 0 || now.size < 0) {
    return { change: before.text, than: `in ${name}` };
  }
  const trend = ["down", "", "up"][Math.sign(now.size - before.size) + 1];
  return { change: formatPercent(now.size / before.size - 1), trend, than: `against ${name} (${before.text})` };
}

function wordsOf({ estimate, lower, upper, events }, state, period) {
  const bounds = lower === upper ? "" : `, ±${formatNumber(Math.ceil(Math.max(upper - estimate, estimate - lower)))}`;
  return `${WORDS[state]} ${period}${bounds || `, of ${formatCount(BigInt(events))} values`}`;
}
