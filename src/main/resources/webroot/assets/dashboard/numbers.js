// Counts are exact and may exceed 2^53: they are BigInt from the wire to the screen.

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const LONG_INTEGER = /^-?\d{16,}$/;

/** Parses JSON; integers that a double might not hold become strings of their digits. */
export function parseExact(text) {
  return JSON.parse(
    text.replace(TOKEN, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token)),
  );
}

const counts = new Intl.NumberFormat("en");
const rates = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** A number or BigInt with thousands separators, every digit kept. */
export const formatCount = (count) => counts.format(count);

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });

/** A number that need not be whole; nothing that was not given. */
export const formatNumber = (value) =>
  value === null || value === undefined ? "none" : numbers.format(value);

/** An estimate of how many different ones there are: whole, as people are. What is exact, such as a sum, stays as it is. */
export const formatEstimate = ({ estimate, lower, upper }) =>
  formatNumber(lower === upper ? estimate : Math.round(estimate));

/** A value that is known to lie between bounds: whole where a fraction says nothing, as they are far apart. */
export const formatBetween = (value, { lower, upper }) => formatNumber(upper - lower > 1 ? Math.round(value) : value);

const percents = [0, 1].map(
  (digits) => new Intl.NumberFormat("en", { maximumFractionDigits: digits, signDisplay: "exceptZero" }),
);

/** A part with its sign, such as 0.12 as "+12 %". */
export const formatPercent = (part) => `${percents[Math.abs(part) < 0.1 ? 1 : 0].format(100 * part)} %`;

/** Events per second. */
export const formatRate = (rate) => (Math.abs(rate) >= 100_000 ? compact : rates).format(rate);

const tenths = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const LARGE = [
  ["Z", 1e21],
  ["E", 1e18],
  ["P", 1e15],
];

/** A label of an axis: at most eight characters, and exact up to five digits. */
export function formatShort(value) {
  if (value >= 1e24 || value <= -1e24) {
    return Number(value).toExponential(1).replace("+", "");
  }
  const [unit, size] = LARGE.find(([, least]) => value >= least || value <= -least) ?? [];
  if (unit) {
    return `${tenths.format(Number(value) / size)} ${unit}`;
  }
  return (value > -100_000 && value < 100_000 ? counts : compact).format(value);
}

/** Local time of day. */
export const formatTime = (time) => clock.format(time);

/** "1 event", "2 events". */
export const plural = (count, one) =>
  `${formatCount(BigInt(count))} ${one}${BigInt(count) === 1n ? "" : "s"}`;
