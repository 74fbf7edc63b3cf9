import { formatCount, formatNumber } from "./numbers.js";
import { rankName } from "./sketch-lines.js";

/** Ranks that are named beside the distribution. */
const NAMED = [0.5, 0.9, 0.95, 0.99];

/** A row for each frequent value, with how often it was there. */
export function itemRows(items) {
  const most = Math.max(1, ...items.map(({ upper }) => Number(upper)));
  return items.map(({ item, estimate, lower, upper }) => {
    const share = `${(100 * Number(estimate)) / most}%`;
    const about = BigInt(lower) === BigInt(upper) ? "" : ` (${formatCount(BigInt(lower))} to ${formatCount(BigInt(upper))})`;
    return row(String(item), formatCount(BigInt(estimate)), about, share);
  });
}

/** A row for each quantile that has a name. */
export function quantileRows(quantiles) {
  return quantiles
    .filter(({ rank }) => NAMED.includes(rank))
    .map(({ rank, value, lower, upper }) => {
      const about = lower === upper ? "" : ` (${formatNumber(lower)} to ${formatNumber(upper)})`;
      return row(rankName(rank), formatNumber(value), about, null);
    });
}

function row(name, number, about, share) {
  const element = document.createElement("li");
  const words = document.createElement("bdi");
  words.textContent = name;
  const amount = document.createElement("span");
  amount.textContent = number;
  const bounds = document.createElement("small");
  bounds.textContent = about;
  amount.append(bounds);
  element.append(words, amount);
  if (share !== null) {
    element.style.setProperty("--share", share);
  }
  return element;
}
