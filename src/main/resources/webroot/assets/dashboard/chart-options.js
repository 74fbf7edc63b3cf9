/* global uPlot */
import { formatTick } from "./chart-text.js";

const AXIS_WIDTH = 64;
/** How far ticks of counts may be apart: whole numbers, however large. */
const STEPS = Array.from({ length: 40 }, (none, k) => [1, 2, 5].map((one) => one * 10 ** k)).flat();

/** The colours of the page, by their names in its style. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(name).trim();
}

/**
 * What is told to uPlot: `series` without the first, whether values are `whole`, the label of a `level` of them and
 * their `range`, whether times are of `utc`, whom a double click asks for all of the time (`all`), and `hooks`.
 */
export function optionsOf({ width, height, colour, series, whole, level, range, utc, all, hooks }) {
  const axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1, size: 5 },
    font: "12px Inter, system-ui, sans-serif",
  };
  return {
    width,
    height,
    padding: [10, 32, 0, 0],
    legend: { show: false },
    cursor: {
      sync: { key: "counter" },
      drag: { x: true, y: false },
      bind: { dblclick: () => () => all() },
      points: { size: 7 },
    },
    select: { show: true },
    ...(utc && { tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC") }),
    scales: { x: { time: true }, y: { range } },
    axes: [
      {
        ...axis,
        space: 70,
        size: 30,
        values: (plot, ticks, place, space, apart) => ticks.map((tick) => formatTick(tick, apart, utc)),
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        ...(whole && { incrs: STEPS }),
        values: (plot, ticks) => ticks.map(level),
      },
    ],
    series: [{}, ...series],
    hooks,
  };
}
