import { BAR, colourOf } from "./chart-series.js";

const HALF_WIDTH = 4;
const DOT = 2.5;

/**
 * Draws the bounds of points over a chart: a line from the lower to the upper, with a stroke at both ends. Those of `bars`
 * stand in their middle. Those of lines stand in the middle of their steps, in their colour, with a dot at the value. A rim
 * of the colour of the ground parts them from what is below. `colour(name)` is that of the page.
 */
export function drawWhiskers(plot, lines, bars, colour) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.setLineDash([]);
  lines.forEach(({ points }, i) => {
    const bounded = points.filter(isBounded);
    if (bounded.length > 0) {
      const ink = colour(bars ? "--ink" : colourOf(i));
      const offset = bars ? 0 : i - (lines.length - 1) / 2;
      const { whiskers, dots } = pathsOf(plot, bounded, stepOf(plot, points), bars, offset);
      stroke(ctx, whiskers, colour("--surface"), 4);
      stroke(ctx, whiskers, ink, 1.5);
      if (!bars) {
        ctx.fillStyle = ink;
        ctx.fill(dots);
      }
    }
  });
  ctx.restore();
}

/** The least and the largest bound of points between two times; none where they have no bounds. */
export const boundsBetween = (lines, from, to) =>
  lines
    .flatMap(({ points }) => points.filter((point) => isBounded(point) && point.time >= from && point.time < to))
    .flatMap(({ lower, upper }) => [lower, upper]);

/** How far windows are apart in the picture. */
const stepOf = (plot, points) => (points.length > 1 ? x(plot, points[1].time) - x(plot, points[0].time) : plot.bbox.width);

/** `offset` puts those of lines beside each other. */
function pathsOf(plot, points, step, bars, offset) {
  const width = bars ? Math.min(BAR.share * step, BAR.most * devicePixelRatio) : step;
  const half = Math.min(HALF_WIDTH * devicePixelRatio, width / 3);
  const whiskers = new Path2D();
  const dots = new Path2D();
  for (const { time, value, lower, upper } of points) {
    const at = x(plot, time) + width / 2 + offset * Math.min(2 * half, width / 8);
    whiskers.moveTo(at, y(plot, lower));
    whiskers.lineTo(at, y(plot, upper));
    for (const end of [lower, upper]) {
      whiskers.moveTo(at - half, y(plot, end));
      whiskers.lineTo(at + half, y(plot, end));
    }
    dots.moveTo(at, y(plot, value));
    dots.arc(at, y(plot, value), DOT * devicePixelRatio, 0, 2 * Math.PI);
  }
  return { whiskers, dots };
}

function stroke(ctx, path, colour, width) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width * devicePixelRatio;
  ctx.stroke(path);
}

const isBounded = ({ lower, upper }) => lower < upper;

const x = (plot, time) => plot.valToPos(time, "x", true);

const y = (plot, value) => plot.valToPos(value, "y", true);
