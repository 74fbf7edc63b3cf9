/* global uPlot */
/** Colours that those who are colour-blind tell apart, each with dashes of its own. */
const STYLES = [
  ["--series-1", []],
  ["--series-2", [8, 4]],
  ["--series-3", [2, 3]],
  ["--series-4", [10, 3, 2, 3]],
  ["--series-5", [5, 2]],
  ["--series-6", [14, 5]],
];

const bars = () => uPlot.paths.bars({ size: [0.8, 60], align: 1 });
const styleOf = (i) => STYLES[i % STYLES.length];

/** Bars of one counter: those that are settled, and those that may still grow. `colour(name)` is that of the page. */
export function splitBars(colour) {
  const common = { paths: bars(), points: { show: false } };
  return [
    { ...common, fill: colour("--indigo"), stroke: colour("--indigo"), width: 1 },
    { ...common, fill: colour("--surface"), stroke: colour("--indigo"), width: 1.5, dash: [3, 2] },
  ];
}

/** Lines over each other, one for each counter; with steps where they stand for `windows`. */
export function linesOf(lines, windows, colour) {
  const paths = windows ? uPlot.paths.stepped({ align: 1 }) : uPlot.paths.linear();
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
      fill: colour(styleOf(i)[0]),
      stroke: colour("--surface"),
      width: 1,
      paths,
      points: { show: false },
    }))
    .reverse();
}
