/* global uPlot */
/** How much of their window bars take, and how many pixels at most and at least. */
export const BAR = { share: 0.8, most: 60, least: 2 };
/** Colours that those who are colour-blind tell apart, each with dashes of its own. */
const STYLES = [
  ["--series-1", []],
  ["--series-2", [8, 4]],
  ["--series-3", [2, 3]],
  ["--series-4", [10, 3, 2, 3]],
  ["--series-5", [5, 2]],
  ["--series-6", [14, 5]],
];

const bars = () => uPlot.paths.bars({ size: [BAR.share, BAR.most, BAR.least], align: 1 });
const styleOf = (i) => STYLES[i % STYLES.length];

/** The name of the colour of a line. */
export const colourOf = (i) => styleOf(i)[0];

/** The dashes of a line. */
export const dashesOf = (i) => styleOf(i)[1];

/** Bars of one counter: those that are settled, and those that may still grow. `colour(name)` is that of the page. */
export function splitBars(colour) {
  const common = { paths: bars(), points: { show: false } };
  return [
    { ...common, fill: colour("--indigo"), stroke: colour("--indigo"), width: 1 },
    { ...common, fill: colour("--surface"), stroke: colour("--indigo"), width: 1.5, dash: [3, 2] },
  ];
}

/** What bars of the period before were as high as. */
export const outline = (colour) => ({
  stroke: colour("--ink"),
  width: 1.5,
  dash: [2, 3],
  paths: uPlot.paths.stepped({ align: 1 }),
  points: { show: false },
});

/** Steps, each from a time to the next, and none where there is no value. */
function brokenSteps(plot, series, from, to) {
  const [times, values] = [plot.data[0], plot.data[series]];
  const x = (i) => plot.valToPos(times[i], "x", true);
  const y = (i) => plot.valToPos(values[i], "y", true);
  const has = (i) => values[i] !== null && values[i] !== undefined;
  const stroke = new Path2D();
  for (let i = from; i < Math.min(to + 1, times.length - 1); i++) {
    if (has(i)) {
      stroke.moveTo(x(i), y(i));
      stroke.lineTo(x(i + 1), y(i));
      if (has(i + 1)) {
        stroke.lineTo(x(i + 1), y(i + 1));
      }
    }
  }
  return { stroke };
}

/** Lines over each other; with steps where they stand for `windows`, which have a value if they are of counts (`whole`). */
export function linesOf(lines, windows, colour, whole) {
  const steps = whole ? uPlot.paths.stepped({ align: 1 }) : brokenSteps;
  const paths = windows ? steps : uPlot.paths.linear();
  return lines.map((line, i) => {
    const [name, dash] = styleOf(i);
    return { stroke: colour(name), width: 2, dash, paths, points: { show: false }, spanGaps: true };
  });
}

/**
 * Layers upon each other. The highest is the first to be drawn, and covered by those below it; thin lines of the ground
 * part them.
 */
export function layersOf(lines, windows, colour) {
  const paths = windows ? bars() : uPlot.paths.linear();
  return lines
    .map((line, i) => ({
      fill: colour(colourOf(i)),
      stroke: colour("--surface"),
      width: 1,
      paths,
      points: { show: false },
    }))
    .reverse();
}

/** The values of windows that are seen between two times. */
export const valuesBetween = (lines, from, to) =>
  lines
    .flatMap(({ points }) => points.filter(({ time }, i) => time < to && (points[i + 1]?.time ?? Infinity) > from))
    .map(({ value }) => value)
    .filter((value) => value !== null);
