import { formatChange, formatCount, formatRate, formatShort, formatTime } from "./numbers.js";
import { BarScale, MARGIN, Plot, bars, label, line } from "./plot.js";
import { svg } from "./svg.js";

const CURVE = { top: 14, bottom: 94 };
const RATE = { top: 116, bottom: 164 };
const HEIGHT = 182;
const SPANS = [60, 120, 300];

/** The last minutes of a count: its curve, and below it the change per second. */
export class LiveChart {
  #plot;
  #readout;
  #series = null;
  #points = [];
  #pointer = null;

  constructor(figure) {
    this.#readout = figure.querySelector(".readout");
    const point = (x) => {
      this.#pointer = x;
      this.draw();
    };
    this.#plot = new Plot(figure.querySelector(".plot"), HEIGHT, () => this.draw(), point);
  }

  show(series) {
    this.#series = series;
    this.draw();
  }

  draw() {
    if (!this.#series || this.#plot.width <= MARGIN) {
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    const span = SPANS.find((seconds) => this.#series.age(now) < seconds) ?? SPANS.at(-1);
    const points = this.#series.points(now, span);
    this.#points = points;
    const step = (this.#plot.width - MARGIN) / span;
    const parts = [...this.#curve(points, step), ...this.#rates(points, step)];
    parts.push(
      label(MARGIN, HEIGHT - 4, "start", `${span / 60} min ago`),
      label(this.#plot.width, HEIGHT - 4, "end", "now"),
    );
    const chosen = this.#chosen(step);
    if (chosen) {
      const x = MARGIN + (this.#points.indexOf(chosen) + 0.5) * step;
      parts.push(line("pointer", x, CURVE.top, x, RATE.bottom));
    }
    this.#plot.show(`Count and change per second. ${this.#summary(points, now)}`, parts);
    this.#readout.textContent = chosen ? readout(chosen) : this.#summary(points, now);
  }

  #chosen(step) {
    return this.#pointer === null
      ? undefined
      : this.#points[Math.floor((this.#pointer - MARGIN) / step)];
  }

  #summary(points, now) {
    const peak = points.reduce((most, point) => Math.max(most, point.change ?? 0), 0);
    return `${formatRate(this.#series.rate(now))} per second, at most ${formatRate(peak)}`;
  }

  #curve(points, step) {
    const known = points.filter((point) => point.count !== null).map((point) => point.count);
    if (known.length === 0) {
      return [
        label(MARGIN + 8, (CURVE.top + CURVE.bottom) / 2, "start", "Waiting for the first count"),
      ];
    }
    const low = known.reduce((a, b) => (b < a ? b : a));
    const high = known.reduce((a, b) => (b > a ? b : a));
    const range = Number(high - low) || 1;
    const height = CURVE.bottom - CURVE.top;
    const y = (count) =>
      CURVE.bottom - (high === low ? height / 2 : (Number(count - low) / range) * height);
    const steps = [];
    points.forEach(({ count }, i) => {
      if (count !== null) {
        const started = i > 0 && points[i - 1].count !== null;
        const x = MARGIN + i * step;
        steps.push(
          `${started ? "L" : "M"}${x.toFixed(1)} ${y(count).toFixed(1)}h${step.toFixed(1)}`,
        );
      }
    });
    const parts = [
      line("grid", MARGIN, y(low), this.#plot.width, y(low)),
      axis(y(low), formatShort(low)),
    ];
    if (high !== low) {
      // Large counts that differ little have the same short label: then the difference says more.
      const top =
        formatShort(high) === formatShort(low) ? `+${formatShort(high - low)}` : formatShort(high);
      parts.push(line("grid", MARGIN, y(high), this.#plot.width, y(high)), axis(y(high), top));
    }
    return [...parts, svg("path", { class: "curve", d: steps.join("") })];
  }

  #rates(points, step) {
    const changes = points.map((point) => point.change ?? 0);
    const scale = new BarScale(changes, RATE.top, RATE.bottom);
    const width = Math.max(1, step * 0.8);
    const rectangles = changes.map((change, i) =>
      scale.bar(MARGIN + i * step + (step - width) / 2, width, change),
    );
    return [...scale.axis(this.#plot.width, "/s"), bars("bars", rectangles)];
  }
}

const axis = (y, text) => label(MARGIN - 8, y + 4, "end", text);

const readout = ({ second, count, change }) =>
  `${formatTime(second * 1000)} · ${count === null ? "not watched" : `${formatCount(count)} (${formatChange(change)})`}`;

/** The path of a sparkline in a box of 60 by 20. */
export function sparkline(points) {
  const changes = points.map((point) => point.change ?? 0);
  const most = Math.max(1, ...changes.map(Math.abs));
  const y = (change) => (19 - (Math.abs(change) / most) * 17).toFixed(1);
  return changes
    .map(
      (change, i) =>
        `${i === 0 ? "M" : "L"}${((i * 60) / (points.length - 1)).toFixed(1)} ${y(change)}`,
    )
    .join("");
}
