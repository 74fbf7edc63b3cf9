import { BAR, colourOf, dashesOf } from "./chart-series.js";
import { svg } from "./svg.js";

const HEAD = 44;
const FOOT = 26;
const FONT = "system-ui, sans-serif";

/**
 * A chart as it is seen, as an SVG that stands alone: its axes, bars or lines, the period before, and bounds. `plot` is that of
 * uPlot, `lines` and `before` are what it shows, `names` those of its lines; `colour(name)` is that of the page.
 */
export function pictureOf(plot, { lines, before, splits, stacked, title, words, names, colour }) {
  const { width } = plot;
  const root = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height: plot.height + HEAD + (names.length > 0 ? FOOT : 0),
    "font-family": FONT,
    "font-size": 12,
    fill: colour("--ink"),
  });
  const body = svg("g", { transform: `translate(0 ${HEAD})` });
  const inside = svg("g", { "clip-path": "url(#inside)" });
  const box = boxOf(plot);
  const clip = svg("clipPath", { id: "inside" });
  clip.append(svg("rect", { x: box.left, y: box.top - 2, width: box.width, height: box.height + 4 }));
  inside.append(...(splits ? barsOf(plot, lines[0], colour) : linesOf(plot, lines, stacked, colour)));
  if (before) {
    inside.append(pathOf(stepsOf(plot, before.points), colour("--ink"), [2, 3], 1.5));
  }
  body.append(...axesOf(plot, box, colour), inside);
  root.append(
    clip,
    svg("rect", { width: "100%", height: "100%", fill: colour("--surface") }),
    svg("text", { x: 12, y: 20, "font-size": 15, "font-weight": 650 }, title),
    svg("text", { x: 12, y: 37, fill: colour("--muted") }, words),
    body,
    ...names.flatMap((name, i) => keyOf(name, i, plot.height + HEAD + 12, width / names.length, colour)),
  );
  return new XMLSerializer().serializeToString(root);
}

/** The area of the values, in pixels of the page. */
function boxOf({ bbox }) {
  const [left, top, width, height] = [bbox.left, bbox.top, bbox.width, bbox.height].map((one) => one / devicePixelRatio);
  return { left, top, width, height };
}

const x = (plot, time) => boxOf(plot).left + plot.valToPos(time, "x");
const y = (plot, value) => boxOf(plot).top + plot.valToPos(Number(value), "y");

/** Grid and labels where the chart has them. */
function axesOf(plot, { left, top, width, height }, colour) {
  const [times, values] = plot.axes.map(({ _splits, _values }) => _splits.map((at, i) => [at, _values[i]]));
  const grid = (d) => svg("path", { d, stroke: colour("--line"), fill: "none" });
  const label = (at, text, anchor) => svg("text", { ...at, fill: colour("--muted"), "text-anchor": anchor }, text ?? "");
  return [
    ...times.flatMap(([time, text]) => [
      grid(`M${x(plot, time)} ${top}v${height}`),
      label({ x: x(plot, time), y: top + height + 18 }, text, "middle"),
    ]),
    ...values.flatMap(([value, text]) => [
      grid(`M${left} ${y(plot, value)}h${width}`),
      label({ x: left - 8, y: y(plot, value) + 4 }, text, "end"),
    ]),
  ];
}

/** The bars of one counter; those that may still grow are dashed. */
function barsOf(plot, { points }, colour) {
  const drawn = points.filter(({ value }) => value !== null && Number(value) !== 0);
  const step = points.length > 1 ? Math.min(...points.slice(1).map(({ time }, i) => x(plot, time) - x(plot, points[i].time))) : BAR.most;
  const width = Math.max(BAR.least, Math.min(BAR.most, BAR.share * step));
  return drawn.map(({ time, value, settled, lower, upper }) => {
    const [at, base, end] = [x(plot, time), y(plot, 0), y(plot, value)];
    const bar = svg("g", {});
    bar.append(
      svg("rect", {
        x: at,
        y: Math.min(base, end),
        width,
        height: Math.abs(base - end),
        fill: colour(settled ? "--indigo" : "--surface"),
        stroke: colour("--indigo"),
        ...(!settled && { "stroke-dasharray": "3 2" }),
      }),
      ...(lower < upper ? [pathOf(`M${at + width / 2} ${y(plot, lower)}V${y(plot, upper)}`, colour("--ink"), [], 1.5)] : []),
    );
    return bar;
  });
}

/** Lines over each other, or layers upon each other, as the plot has their values. */
function linesOf(plot, lines, stacked, colour) {
  const [times, ...values] = plot.data;
  const pointsOf = (row) => times.map((time, i) => ({ time, value: row[i] })).filter(({ value }) => value !== null && value !== undefined);
  if (!stacked) {
    return values.map((row, i) => pathOf(stepsOf(plot, pointsOf(row)), colour(colourOf(i)), dashesOf(i), 2));
  }
  return values.flatMap((row, i) => barsOf(plot, { points: pointsOf(row).map((one) => ({ ...one, settled: true })) }, () => colour(colourOf(lines.length - 1 - i))));
}

const stepsOf = (plot, points) =>
  points.map(({ time, value }, i) => (i === 0 ? `M${x(plot, time)} ${y(plot, value)}` : `H${x(plot, time)}V${y(plot, value)}`)).join("");

const pathOf = (d, stroke, dashes, width) =>
  svg("path", { d, stroke, fill: "none", "stroke-width": width, "stroke-dasharray": dashes.join(" ") });

function keyOf(name, place, top, width, colour) {
  const left = 12 + place * width;
  return [
    pathOf(`M${left} ${top - 4}h24`, colour(colourOf(place)), dashesOf(place), 3),
    svg("text", { x: left + 30, y: top }, name),
  ];
}

/** The same as a PNG, of twice as many pixels as it has units. */
export async function rasterOf(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  context.drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
