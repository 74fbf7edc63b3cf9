import { curveOf } from "./curve.js";
import { History } from "./history.js";
import { formatCount, formatRate } from "./numbers.js";
import { RANGES, ZONE, granularityOf, rangeWith } from "./ranges.js";
import { TimeChart } from "./time-chart.js";

const BAR_HEADINGS = { minute: "By minute", hour: "By hour", day: "By day" };

/** How counts have come to be what they are: their course, and what was counted window by window. */
export class Charts {
  #root;
  #curve;
  #bars;
  #history;
  #counters = [];
  #range = RANGES[1];
  #kept = [];
  #ranges;
  #days;
  #stacked = false;
  #drawn = 0;

  /** `report(problem)` hears of failures; `choose({range, zoom, utc})` of the time that the user wants to see. */
  constructor(root, { report, choose }) {
    this.#root = root;
    const zoom = (part) => {
      this.#zoom(part);
      choose({ zoom: part });
    };
    this.#curve = new TimeChart(root.querySelector("#curve-chart"), { bars: false, zoom });
    this.#bars = new TimeChart(root.querySelector("#window-chart"), { bars: true, zoom });
    this.#history = new History(report, () => this.#draw());
    this.#ranges = root.querySelector("#ranges");
    this.#days = root.querySelector("#utc-days");
    this.#days.addEventListener("click", () => choose({ utc: this.#history.local }));
    this.#ranges.replaceChildren(...RANGES.map((range) => rangeButton(range, () => choose({ range: range.key, zoom: null }))));
  }

  /** Shows counters of one namespace that keeps windows of these lengths: over a range, or a part of the time. */
  show(counters, { range: key, zoom, stacked, utc }, kept) {
    this.#counters = counters;
    this.#kept = kept;
    this.#stacked = stacked && counters.length > 1;
    this.#range = rangeWith(RANGES.find((range) => range.key === key), zoom, Date.now());
    [...this.#ranges.children].forEach((button, i) => {
      button.setAttribute("aria-pressed", String(RANGES[i].key === key));
      button.disabled = kept.length > 0 && granularityOf(RANGES[i], kept) === null;
    });
    this.#ranges.hidden = kept.length === 0;
    this.#zoom(zoom);
    this.#history.show(counters, this.#range, kept, utc);
    this.#draw();
  }

  #zoom(part) {
    this.#curve.zoomTo(part);
    this.#bars.zoomTo(part);
  }

  retry() {
    this.#history.retry();
  }

  /** A count has moved. */
  moved() {
    this.#history.moved();
  }

  /** Shows the present counts; not more often than can be seen. */
  update() {
    const now = performance.now();
    if (now - this.#drawn >= 200) {
      this.#draw();
    }
  }

  #draw() {
    if (this.#counters.length === 0) {
      return;
    }
    this.#drawn = performance.now();
    const now = Date.now();
    const span = this.#kept.length === 0 ? 300_000 : this.#range.span;
    const pasts = this.#history.at(now);
    const { granularity } = this.#history;
    const first = pasts[0]?.windows[0]?.start ?? now - span;
    const from = (span <= 300_000 ? now - span : Math.min(first, now - span)) / 1_000;
    const curves = pasts.map((past) => ({ name: past.counter.name, points: curveOf(past, now, span) }));
    const summary = `${formatRate(this.#rate(now))} per second`;
    this.#curve.show(curves, { from, to: now / 1_000, summary, stacked: this.#stacked });
    const figure = this.#root.querySelector("#window-chart");
    figure.hidden = !granularity || pasts.every(({ windows }) => windows.length === 0);
    if (!figure.hidden) {
      const daily = granularity === "day";
      const zone = daily ? ` (${this.#history.local ? ZONE : "UTC"})` : "";
      figure.querySelector("h3").textContent = BAR_HEADINGS[granularity] + zone;
      this.#days.hidden = !daily || ZONE === "UTC";
      this.#days.setAttribute("aria-pressed", String(!this.#history.local));
      this.#showBars(pasts, from);
    }
  }

  #showBars(pasts, from) {
    const lines = pasts.filter(({ windows }) => windows.length > 0).map(({ counter, windows }) => ({
      name: counter.name,
      points: windows.map(({ start, count, settled }) => ({ time: start / 1_000, value: count, settled })),
    }));
    const after = (time) => this.#history.next(time * 1_000) / 1_000;
    const last = lines[0].points.at(-1)?.time ?? 0;
    const sum = pasts[0].windows.reduce((total, window) => total + window.count, 0n);
    const of = pasts.length > 1 ? ` of ${pasts[0].counter.name}` : "";
    this.#root.dataset.compares = String(lines.length > 1);
    if (lines.length > 1 && !this.#stacked) {
      // A line has an end, which a bar does not need.
      lines.forEach(({ points }) => points.push({ ...points.at(-1), time: after(points.at(-1).time) }));
    }
    this.#bars.show(lines, {
      from: Math.min(from, lines[0].points[0]?.time ?? from),
      to: after(last),
      summary: `${formatCount(sum)}${of} in ${this.#range.label}`,
      stacked: this.#stacked,
      daily: this.#history.granularity === "day",
      utc: this.#history.granularity === "day" && !this.#history.local,
    });
  }

  #rate(now) {
    return this.#counters[0].series.rate(Math.floor(now / 1_000));
  }
}

function rangeButton(range, chosen) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = range.label;
  button.addEventListener("click", chosen);
  return button;
}
