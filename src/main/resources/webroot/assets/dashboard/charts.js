import { curveOf } from "./curve.js";
import { History } from "./history.js";
import { PLAIN } from "./kind.js";
import { formatCount, formatRate } from "./numbers.js";
import { RangeTotal } from "./range-total.js";
import { RANGES, ZONE, canShow, rangeOf, rangeWith } from "./ranges.js";
import { boundedWords, sketchLines } from "./sketch-lines.js";
import { TimeChart } from "./time-chart.js";
import { boundsBetween } from "./whiskers.js";

const BAR_HEADINGS = { minute: "By minute", hour: "By hour", day: "By day" };

/** How counts have come to be what they are: their course, and what was counted window by window. */
export class Charts {
  #root;
  #curve;
  #bars;
  #history;
  #counters = [];
  #range = RANGES[1];
  #kind = PLAIN;
  #ranges;
  #days;
  #total;
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
    this.#total = new RangeTotal(root.querySelector("#range-total"));
    this.#ranges = root.querySelector("#ranges");
    this.#days = root.querySelector("#utc-days");
    this.#days.addEventListener("click", () => choose({ utc: this.#history.local }));
    this.#ranges.replaceChildren(...RANGES.map((range) => rangeButton(range, () => choose({ range: range.key, zoom: null }))));
  }

  /** Shows counters of one kind: over a range, or a part of the time. */
  show(counters, { range: key, zoom, stacked, utc }, kind) {
    this.#counters = counters;
    this.#kind = kind;
    this.#stacked = stacked && kind.hasCount && counters.length > 1;
    const range = rangeOf(key, kind);
    const keeps = kind.windows.length > 0;
    this.#range = rangeWith(range, zoom, Date.now());
    [...this.#ranges.children].forEach((button, i) => {
      button.setAttribute("aria-pressed", String(RANGES[i] === range));
      button.disabled = keeps && !canShow(RANGES[i], kind);
    });
    this.#ranges.hidden = !keeps;
    this.#zoom(zoom);
    this.#history.show(counters, kind, this.#range, utc);
    this.#draw();
  }

  #zoom(part) {
    // How sketches have come to be what they are is known only of the last minutes.
    this.#curve.zoomTo(this.#kind.hasCount ? part : null);
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
    const { hasCount, windows } = this.#kind;
    const span = windows.length === 0 || !hasCount ? 300_000 : this.#range.span;
    const pasts = this.#history.at(now);
    const { granularity } = this.#history;
    const first = (hasCount && pasts[0]?.windows[0]?.start) || now - span;
    const from = (span <= 300_000 ? now - span : Math.min(first, now - span)) / 1_000;
    const curves = pasts.map(({ counter, windows: past }) => ({
      name: counter.name,
      points: curveOf({ counter, windows: hasCount ? past : [] }, now, span),
    }));
    const summary = `${formatRate(this.#rate(now))} per second`;
    this.#curve.show(curves, { from, to: now / 1_000, summary, stacked: this.#stacked });
    const figure = this.#root.querySelector("#window-chart");
    const known = pasts.filter((past) => past.windows.length > 0);
    // What is below stays where it is until other windows are there.
    figure.classList.toggle("waiting", known.length === 0);
    figure.hidden = !granularity || (known.length === 0 && (figure.hidden || !this.#history.isWaiting));
    if (known.length > 0) {
      const daily = granularity === "day";
      const zone = daily ? ` (${this.#history.local ? ZONE : "UTC"})` : "";
      figure.querySelector("h3").textContent = BAR_HEADINGS[granularity] + zone;
      this.#days.hidden = !daily || ZONE === "UTC";
      this.#days.setAttribute("aria-pressed", String(!this.#history.local));
      this.#showBars(known, hasCount ? from : Infinity);
    }
  }

  #showBars(pasts, from) {
    const { hasCount, state } = this.#kind;
    const lines = hasCount ? pasts.map(countLine) : sketchLines(pasts, state);
    const after = (time) => this.#history.next(time * 1_000) / 1_000;
    const { points } = lines[0];
    const [first, last] = [points[0].time, points.at(-1).time];
    this.#root.dataset.compares = String(lines.length > 1);
    this.#nameLines(pasts.length > 1 ? [] : lines);
    this.#root.querySelector("#window-chart .bounds").hidden = boundsBetween(lines, -Infinity, Infinity).length === 0;
    if (lines.length > 1 && !this.#stacked) {
      // A line has an end, which a bar does not need.
      lines.forEach((line) => line.points.push({ ...line.points.at(-1), time: after(last), lower: null, upper: null }));
    }
    const daily = this.#history.granularity === "day";
    this.#total.show(pasts.length > 1 ? null : pasts[0].total, state, this.#range.label);
    this.#bars.show(lines, {
      from: Math.min(from, first),
      to: after(last),
      summary: this.#summaryOf(pasts),
      stacked: this.#stacked,
      daily,
      utc: daily && !this.#history.local,
    });
  }

  #summaryOf(pasts) {
    const [{ counter, windows, total }] = pasts;
    const of = `${pasts.length > 1 ? ` of ${counter.name}` : ""} in ${this.#range.label}`;
    if (this.#kind.hasCount) {
      return formatCount(windows.reduce((sum, { count }) => sum + count, 0n)) + of;
    }
    return total?.estimate === undefined
      ? `${formatCount(windows.reduce((sum, { events }) => sum + BigInt(events), 0n))} values${of}`
      : boundedWords(total.estimate, total) + of;
  }

  /** Lines of one counter have no other legend. */
  #nameLines(lines) {
    const legend = this.#root.querySelector("#window-chart .lines");
    const names = lines.length > 1 ? lines.map(({ name }) => name) : [];
    if (legend.dataset.names !== String(names)) {
      legend.dataset.names = String(names);
      legend.replaceChildren(...names.map(lineKey));
    }
  }

  #rate(now) {
    return this.#counters[0].series.rate(Math.floor(now / 1_000));
  }
}

const countLine = ({ counter, windows }) => ({
  name: counter.name,
  points: windows.map(({ start, count, settled }) => ({ time: start / 1_000, value: count, settled })),
});

function lineKey(name, place) {
  const element = document.createElement("span");
  const swatch = document.createElement("span");
  swatch.className = `swatch series-${place + 1}`;
  element.append(swatch, name);
  return element;
}

function rangeButton(range, chosen) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = range.label;
  button.addEventListener("click", chosen);
  return button;
}
