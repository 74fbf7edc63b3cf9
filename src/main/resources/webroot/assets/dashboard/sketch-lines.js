import { formatBetween, formatCount, formatEstimate, formatNumber } from "./numbers.js";

/** What is drawn of a distribution. */
export const RANKS = [0.5, 0.95, 0.99];
/** What a quantile is called, such as "p95". */
export const rankName = (rank) => `p${formatNumber(100 * rank)}`;
/** Where several counters are compared there is one line of each. */
const MIDDLE = 0.5;

/** The lines of a chart of what sketches had in their windows, with bounds: as many of a sketch as it has quantiles. */
export function sketchLines(pasts, state) {
  if (state !== "quantiles") {
    const pointOf = state === "top" ? frequencyOf : estimateOf;
    return pasts.map(({ counter, windows }) => ({ name: counter.name, points: windows.map(pointOf) }));
  }
  const ranks = pasts.length > 1 ? [MIDDLE] : RANKS;
  return pasts.flatMap(({ counter, windows }) =>
    ranks.map((rank) => ({
      name: pasts.length > 1 ? counter.name : rankName(rank),
      points: windows.map((window) => quantileOf(window, rank)),
    })),
  );
}

/** A number between its bounds, in words: bounds only where there are some. */
export const boundedWords = (estimate, { lower, upper }) =>
  formatEstimate({ estimate, lower, upper }) + inBrackets({ lower, upper });

const inBrackets = ({ lower, upper }) =>
  lower === upper ? "" : ` (${formatNumber(lower)} to ${formatNumber(upper)})`;

function quantileOf(window, rank) {
  const quantile = window.quantiles?.find((one) => one.rank === rank);
  const words = quantile && formatBetween(quantile.value, quantile) + inBrackets(quantile);
  return pointOf(window, quantile?.value, quantile ?? {}, words);
}

const estimateOf = (window) =>
  pointOf(window, window.estimate, window, boundedWords(window.estimate ?? null, window));

/** A point without a value is a window without values. */
function pointOf({ start, settled }, number, { lower, upper }, words) {
  const point = { time: start / 1_000, settled };
  return number === null || number === undefined
    ? { ...point, value: null, words: "no values" }
    : {
        ...point,
        value: Number(number),
        lower: Number(lower),
        upper: Number(upper),
        words,
      };
}

/** Of the most frequent values there is no one number: but of all values, how many there were. */
function frequencyOf({ start, settled, events }) {
  return { time: start / 1_000, settled, value: Number(events), words: `${formatCount(BigInt(events))} values` };
}
