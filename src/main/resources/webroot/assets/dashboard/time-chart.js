/* global uPlot */
import { formatLevel, formatTick, formatWhen, scaleOf } from "./chart-text.js";
import { formatCount } from "./numbers.js";

const HEIGHT = 170;
const AXIS_WIDTH = 64;
/** How far ticks of counts may be apart: whole numbers, however large. */
const STEPS = Array.from({ length: 40 }, (none, k) => [1, 2, 5].map((one) => one * 10 ** k)).flat();

/** Colours that those who are colour-blind tell apart, each with dashes of its own. */
const STYLES = [
  ["--series-1", []],
  ["--series-2", [8, 4]],
  ["--series-3", [2, 3]],
  ["--series-4", [10, 3, 2, 3]],
  ["--series-5", [5, 2]],
  ["--series-6", [14, 5]],
];

/**
 * A chart over time, of lines or bars: ticks, zoom by dragging (a double click takes it back), values where the pointer is
 * or, with the arrow keys, the cursor. Several show the same time at once.
 */
export class TimeChart {
  #figure;
  #place;
  #readout;
  #bars;
  #plot = null;
  #shape = "";
  #lines = [];
  #scale = { base: 0n, relative: false };
  #from = 0;
  #to = 0;
  #zoomed = false;
  #summary = "";
  /** Another chart that is zoomed with this one. */
  twin = null;

  constructor(figure, { bars }) {
    this.#figure = figure;
    this.#place = figure.querySelector(".plot");
    this.#readout = figure.querySelector(".readout");
    this.#bars = bars;
    new ResizeObserver(() => this.#resize()).observe(this.#place);
    const rebuild = () => {
      this.#shape = "";
      this.#draw();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", rebuild);
    this.#place.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Shows lines, each `{name, points: [{time, value, settled?}]}`, from and to some seconds, with words for those who do
   * not see them.
   */
  show(lines, { from, to, summary }) {
    this.#lines = lines;
    this.#from = from;
    this.#to = to;
    this.#summary = summary;
    this.#draw();
  }

  /** Shows the whole range again. */
  resetZoom() {
    this.#zoomed = false;
  }

  #draw() {
    const width = this.#place.clientWidth;
    if (width === 0 || this.#lines.length === 0) {
      return;
    }
    this.#scale = scaleOf(this.#lines);
    const data = this.#data();
    const shape = `${this.#lines.map(({ name }) => name).join("\n")}`;
    if (!this.#plot || shape !== this.#shape) {
      this.#plot?.destroy();
      this.#shape = shape;
      this.#zoomed = false;
      this.#plot = new uPlot(this.#options(width), data, this.#place);
    } else {
      this.#plot.setData(data, false);
    }
    if (this.#zoomed) {
      this.#plot.redraw(true);
    } else {
      this.#quietly(() => this.#plot.setScale("x", { min: this.#from, max: this.#to }));
    }
    this.#place.setAttribute("aria-label", this.#summary);
    this.#read();
  }

  #number = (value) => (value === null ? null : Number(value - this.#scale.base));

  /** For bars of one counter: those that are settled, and those that may still grow. */
  #data() {
    const tables = this.#lines.map(({ points }) => [
      points.map((point) => point.time),
      points.map((point) => this.#number(point.value)),
    ]);
    if (this.#splits()) {
      const { points } = this.#lines[0];
      const part = (settled) =>
        points.map(({ settled: is, value }) =>
          is === settled && value !== 0n ? this.#number(value) : null,
        );
      return [tables[0][0], part(true), part(false)];
    }
    return tables.length === 1 ? tables[0] : uPlot.join(tables);
  }

  #splits() {
    return this.#bars && this.#lines.length === 1;
  }

  #options(width) {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const axis = {
      stroke: colour("--muted"),
      grid: { stroke: colour("--line"), width: 1 },
      ticks: { stroke: colour("--line"), width: 1, size: 5 },
      font: "12px system-ui, sans-serif",
    };
    return {
      width,
      height: this.#height(),
      padding: [10, 22, 0, 0],
      legend: { show: false },
      cursor: {
        sync: { key: "counter" },
        drag: { x: true, y: false },
        points: { size: 7 },
      },
      select: { show: true },
      scales: {
        x: { time: true },
        y: { range: (plot, low, high) => this.#rangeOf(low, high) },
      },
      axes: [
        {
          ...axis,
          space: 70,
          values: (plot, ticks, place, space, apart) => ticks.map((tick) => formatTick(tick, apart)),
        },
        { ...axis, size: AXIS_WIDTH, incrs: STEPS, values: (plot, ticks) => ticks.map((tick) => formatLevel(tick, this.#scale)) },
      ],
      series: [{}, ...this.#series(colour)],
      hooks: {
        setCursor: [() => this.#read()],
        setScale: [(plot, key) => key === "x" && this.#scaled()],
      },
    };
  }

  #series(colour) {
    if (this.#splits()) {
      const paths = uPlot.paths.bars({ size: [0.8, 60], align: 1 });
      const common = { paths, points: { show: false } };
      return [
        { ...common, fill: colour("--indigo"), stroke: colour("--indigo"), width: 1 },
        { ...common, fill: colour("--surface"), stroke: colour("--indigo"), width: 1.5, dash: [3, 2] },
      ];
    }
    const paths = this.#bars ? uPlot.paths.stepped({ align: 1 }) : uPlot.paths.linear();
    return this.#lines.map((line, i) => {
      const [name, dash] = STYLES[i % STYLES.length];
      return { stroke: colour(name), width: 2, dash, paths, points: { show: false }, spanGaps: true };
    });
  }

  #rangeOf(low, high) {
    if (low === null || high === null) {
      return [0, 1];
    }
    const least = this.#bars ? Math.min(0, low) : low;
    const most = this.#bars ? Math.max(0, high) : high;
    return least === most ? [least - (this.#bars ? 0 : 1), most + 1] : [least, most + (most - least) * 0.06];
  }

  #height() {
    return this.#place.clientHeight || HEIGHT;
  }

  #resize() {
    const width = this.#place.clientWidth;
    if (width > 0 && this.#plot) {
      this.#plot.setSize({ width, height: this.#height() });
    } else {
      this.#draw();
    }
  }

  #silent = false;

  #quietly(action) {
    this.#silent = true;
    action();
    // uPlot says so in a microtask.
    queueMicrotask(() => queueMicrotask(() => (this.#silent = false)));
  }

  /** The user has zoomed, or taken it back. */
  #scaled() {
    if (this.#silent || !this.#plot) {
      return;
    }
    const { min, max } = this.#plot.scales.x;
    const span = this.#to - this.#from;
    this.#zoomed = max - min < span * 0.98;
    this.twin?.zoomTo(this.#zoomed ? { min, max } : null);
  }

  /** Shows this part, or all (null). */
  zoomTo(part) {
    this.#zoomed = part !== null;
    if (this.#plot) {
      this.#quietly(() => this.#plot.setScale("x", part ?? { min: this.#from, max: this.#to }));
    }
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape" && this.#plot) {
      this.#plot.setCursor({ left: -10, top: -10 });
    }
    if (!step || !this.#plot) {
      return;
    }
    event.preventDefault();
    const times = this.#plot.data[0];
    const at = this.#plot.cursor.idx ?? times.length - 1;
    const index = Math.max(0, Math.min(times.length - 1, at + step));
    this.#plot.setCursor({ left: this.#plot.valToPos(times[index], "x"), top: 10 });
  }

  #read() {
    const index = this.#plot?.cursor.left >= 0 ? this.#plot.cursor.idx : null;
    const words = index === null || index === undefined ? "" : this.#wordsAt(this.#plot.data[0][index]);
    const text = words || this.#summary;
    if (this.#readout.textContent !== text) {
      this.#readout.textContent = text;
    }
  }

  #wordsAt(seconds) {
    const span = this.#to - this.#from;
    const parts = this.#lines.map(({ name, points }) => {
      const point = points.findLast((one) => one.time <= seconds);
      if (!point || point.value === null) {
        return this.#lines.length > 1 ? `${name}: not known` : "not known";
      }
      const open = this.#splits() && !point.settled ? ", may still grow" : "";
      const value = formatCount(point.value) + open;
      return this.#lines.length > 1 ? `${name}: ${value}` : value;
    });
    return `${formatWhen(seconds, span)} · ${parts.join(" · ")}`;
  }
}
