import { formatNumber } from "./numbers.js";
import { MARGIN, Plot, label, line } from "./plot.js";
import { itemRows, quantileRows } from "./sketch-rows.js";
import { svg } from "./svg.js";

const TOP = 12;
const BOTTOM = 128;
const HEIGHT = 152;

/** What a sketch knows beside a number: a ranking, or a distribution. */
export class SketchView {
  #figure;
  #ranking;
  #plot;
  #quantiles = [];

  constructor(figure) {
    this.#figure = figure;
    this.#ranking = figure.querySelector(".ranking");
    this.#plot = new Plot(
      figure.querySelector(".sketch-plot"),
      HEIGHT,
      () => this.#draw(),
      () => {},
    );
  }

  /** Of a counter as it was read. */
  show({ items, quantiles }) {
    this.#quantiles = (quantiles ?? []).filter(({ value }) => value !== null);
    this.#figure.hidden = !items && !quantiles;
    this.#figure.querySelector("h3").textContent = items ? "Most frequent in all" : "Distribution of all";
    this.#figure.querySelector(".sketch-plot").toggleAttribute("hidden", this.#quantiles.length === 0);
    this.#ranking.replaceChildren(...(items ? itemRows(items) : quantileRows(this.#quantiles)));
    this.#draw();
  }

  hide() {
    this.#figure.hidden = true;
  }

  /** A step for each two ranks next to each other: as wide as their values are apart, and of an area like their share. */
  #draw() {
    const steps = densities(this.#quantiles);
    if (steps.length === 0 || this.#plot.width <= MARGIN) {
      return;
    }
    const [low, high] = [steps[0].from, steps.at(-1).to];
    const most = Math.max(...steps.map(({ density }) => density));
    const x = (value) => MARGIN + ((value - low) / (high - low)) * (this.#plot.width - MARGIN - 1);
    const y = (density) => BOTTOM - (density / most) * (BOTTOM - TOP);
    const d = steps.map(({ from, to, density }) => `L${x(from)} ${y(density)}L${x(to)} ${y(density)}`);
    const parts = [
      svg("path", { class: "area", d: `M${x(low)} ${BOTTOM}${d.join("")}L${x(high)} ${BOTTOM}z` }),
      line("grid", MARGIN, BOTTOM, this.#plot.width, BOTTOM),
      label(MARGIN, HEIGHT - 6, "start", formatNumber(low)),
      label(this.#plot.width, HEIGHT - 6, "end", formatNumber(high)),
    ];
    const median = this.#quantiles.find(({ rank }) => rank === 0.5);
    if (median) {
      const at = x(Number(median.value));
      const words = `half below ${formatNumber(median.value)}`;
      const right = at > (MARGIN + this.#plot.width) / 2;
      parts.push(
        line("pointer", at, TOP, at, BOTTOM),
        label(at + (right ? -6 : 6), TOP + 8, right ? "end" : "start", words),
      );
    }
    this.#plot.show(`Distribution from ${formatNumber(low)} to ${formatNumber(high)}`, parts);
  }
}

/** Shares of all values by what they span. Values that are the same span next to nothing, not nothing. */
function densities(quantiles) {
  const points = quantiles.map(({ rank, value }) => ({ rank, value: Number(value) }));
  const span = points.length > 1 ? points.at(-1).value - points[0].value : 0;
  if (span === 0) {
    return [];
  }
  const steps = [];
  let before = points[0];
  for (const point of points.slice(1)) {
    if (point.value - before.value >= span / 200) {
      const density = (point.rank - before.rank) / (point.value - before.value);
      steps.push({ from: before.value, to: point.value, density });
      before = point;
    }
  }
  return steps;
}
