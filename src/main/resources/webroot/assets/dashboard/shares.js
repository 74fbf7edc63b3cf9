import { numberOf } from "./counters.js";
import { formatCount } from "./numbers.js";

const percent = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const LEAST_PER_CENT = 0.1;

/**
 * A ranking of at most so many series, the largest first: `{rows: [{labels, text, share, bar}], others}`. `total` is how
 * many series there are (Infinity where that is not known), `whole` what they sum to, or null where numbers do not add up: then there are no shares, and bars
 * are parts of the largest.
 */
export function rankingOf({ series, total, whole }, most) {
  const shown = series.slice(0, most);
  const numbers = shown.map(numberOf);
  const isShared = whole !== null && whole > 0n && numbers.every(({ size }) => size >= 0);
  const full = isShared ? Number(whole) : Math.max(...numbers.map(({ size }) => Math.abs(size)));
  const share = (size) => (isShared ? shareInWords((100 * size) / full) : "");
  const rows = shown.map(({ labels }, i) => {
    const { size, text } = numbers[i];
    return { labels, text, share: share(size), bar: full === 0 ? 0 : Math.abs(size) / full };
  });
  const left = total - shown.length;
  return { rows, others: left > 0 ? othersOf(left, whole === null ? null : whole - sumOf(shown), share) : null };
}

/** What series sum to, each of which has a count. */
export const sumOf = (series) => series.reduce((sum, { count }) => sum + BigInt(count), 0n);

function othersOf(left, count, share) {
  const words = left === 1 ? "1 other" : left === Infinity ? "all others" : `${formatCount(left)} others`;
  return count === null
    ? { words, text: "", share: "", bar: 0 }
    : { words, text: formatCount(count), share: share(Number(count)), bar: 0 };
}

const shareInWords = (share) =>
  share > 0 && share < LEAST_PER_CENT ? `< ${LEAST_PER_CENT} %` : `${percent.format(share)} %`;
