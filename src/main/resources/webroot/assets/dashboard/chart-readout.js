import { formatWhen, formatWindow } from "./chart-text.js";
import { formatCount } from "./numbers.js";

/**
 * What lines have at a time, in seconds, in words. Windows have a `granularity`; `before` is the line of the period before,
 * or null, `notes` have a time and a text. `splits` is whether a point says if it may still grow.
 */
export function wordsAt(seconds, { lines, before, notes, splits, stacked, span, granularity, utc }) {
  const parts = lines.map(({ name, points }) => {
    const point = pointAt(points, seconds);
    const open = splits && point?.settled === false ? ", may still grow" : "";
    const value = wordsOf(point);
    const words = value === null ? "not known" : value + open;
    return lines.length > 1 ? `${name}: ${words}` : words;
  });
  const earlier = before ? wordsOf(pointAt(before.points, seconds)) : null;
  const when = granularity ? formatWindow(seconds, granularity, span, utc) : formatWhen(seconds, span, utc);
  return [
    when,
    ...parts,
    ...(earlier ? [`before ${earlier}`] : []),
    ...(stacked ? [sumAt(lines, seconds)] : []),
    ...notesAt(notes, lines[0].points, seconds),
  ].join(" · ");
}

const pointAt = (points, seconds) => points.findLast((one) => one.time <= seconds);

/** The notes of the window in which a time is. */
const notesAt = (notes, points, seconds) =>
  notes.filter(({ time }) => pointAt(points, time) === pointAt(points, seconds)).map(({ text }) => text);

const wordsOf = (point) => point?.words ?? (point && point.value !== null ? formatCount(point.value) : null);

/** What a stack is high. */
function sumAt(lines, seconds) {
  const values = lines.map(({ points }) => pointAt(points, seconds)?.value ?? 0n);
  return `together ${formatCount(values.reduce((sum, value) => sum + value, 0n))}`;
}
