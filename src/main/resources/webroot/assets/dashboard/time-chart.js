/* global uPlot */
import { formatDay, formatLevel, formatTick, formatUtcDay, formatUtcTick, formatWhen, scaleOf } from "./chart-text.js";
import { layersOf, linesOf, splitBars } from "./chart-series.js";
import { formatCount } from "./numbers.js";
import { stackOf } from "./stack.js";
import { boundsBetween, drawWhiskers } from "./whiskers.js";

const HEIGHT = 170;
const AXIS_WIDTH = 64;
/** How far ticks of counts may be apart: whole numbers, however large. */
const STEPS = Array.from({ length: 40 }, (none, k) => [1, 2, 5].map((one) => one * 10 ** k)).flat();

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
  #scale = { base: 0n, relative: false, whole: true };
  #from = 0;
  #to = 0;
  #stacked = false;
  /** Whether its points are days. */
  #daily = false;
  /** Whether they are days of UTC. */
  #utc = false;
  /** The part of the time that is shown, `{from, to}` in seconds; null for all of it. */
  #part = null;
  #chosen;
  #summary = "";

  /** `zoom(part)` hears of the part of the time that the user wants to see, or null for all of it. */
  constructor(figure, { bars, zoom }) {
    this.#chosen = zoom;
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
   * not see them; over each other, or `stacked` one upon the other. Values are BigInt; or numbers, with `lower` and `upper`
   * bounds and as `words`. `daily` says that the points are days, `utc` that they are days of UTC.
   */
  show(lines, { from, to, summary, stacked, daily = false, utc = false }) {
    this.#lines = lines;
    this.#daily = daily;
    this.#utc = utc;
    this.#stacked = stacked && lines.length > 1;
    this.#from = from;
    this.#to = to;
    this.#summary = summary;
    this.#draw();
  }

  #draw() {
    const width = this.#place.clientWidth;
    if (width === 0 || this.#lines.length === 0) {
      return;
    }
    this.#scale = this.#stacked ? { base: 0n, relative: false, whole: true } : scaleOf(this.#lines);
    const data = this.#data();
    const shape = [this.#stacked, this.#utc, this.#scale.whole, ...this.#lines.map(({ name }) => name)].join("\n");
    if (!this.#plot || shape !== this.#shape) {
      this.#plot?.destroy();
      this.#shape = shape;
      this.#plot = new uPlot(this.#options(width), data, this.#place);
    } else {
      this.#plot.setData(data, false);
    }
    this.#showPart();
    this.#place.setAttribute("aria-label", this.#summary + this.#partInWords());
    this.#read();
  }

  #partInWords() {
    if (!this.#part) {
      return "";
    }
    const { from, to } = this.#part;
    return `; what is shown is from ${formatWhen(from, to - from)} to ${formatWhen(to, to - from)}`;
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
          is === settled && Number(value) !== 0 ? this.#number(value) : null,
        );
      return [tables[0][0], part(true), part(false)];
    }
    if (this.#stacked) {
      return stackOf(uPlot.join(tables));
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
        bind: { dblclick: () => () => this.#chosen(null) },
        points: { size: 7 },
      },
      select: { show: true },
      ...(this.#utc && { tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC") }),
      scales: {
        x: { time: true },
        y: { range: (plot, low, high) => this.#rangeOf(low, high) },
      },
      axes: [
        {
          ...axis,
          space: 70,
          size: 30,
          values: (plot, ticks, place, space, apart) => ticks.map((tick) => (this.#utc ? formatUtcTick : formatTick)(tick, apart)),
        },
        { ...axis, size: AXIS_WIDTH, ...(this.#scale.whole && { incrs: STEPS }), values: (plot, ticks) => ticks.map((tick) => formatLevel(tick, this.#scale)) },
      ],
      series: [{}, ...this.#series(colour)],
      hooks: {
        draw: [(plot) => drawWhiskers(plot, this.#lines, this.#splits(), colour)],
        setCursor: [() => this.#read()],
        setScale: [(plot, key) => key === "x" && this.#scaled()],
      },
    };
  }

  #series(colour) {
    if (this.#splits()) {
      return splitBars(colour);
    }
    return (this.#stacked ? layersOf : linesOf)(this.#lines, this.#bars, colour, this.#scale.whole);
  }

  #rangeOf(low, high) {
    if (low === null || high === null) {
      return [0, 1];
    }
    const fromZero = this.#bars || this.#stacked;
    const { from, to } = this.#part ?? { from: this.#from, to: this.#to };
    const bounds = boundsBetween(this.#lines, from, to);
    const least = Math.min(...(fromZero ? [0] : []), ...bounds, low);
    const most = Math.max(...(fromZero ? [0] : []), ...bounds, high);
    return least === most ? [least - (fromZero ? 0 : 1), most + 1] : [least, most + (most - least) * 0.06];
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

  /** The user has dragged over a part. */
  #scaled() {
    if (this.#silent || !this.#plot) {
      return;
    }
    const { min, max } = this.#plot.scales.x;
    const from = Math.floor(min);
    const whole = max - min >= (this.#to - this.#from) * 0.98;
    this.#chosen(whole ? null : { from, to: Math.max(from + 1, Math.ceil(max)) });
  }

  /** Shows this part of the time, `{from, to}` in seconds, or all of it (null). */
  zoomTo(part) {
    this.#part = part;
    if (this.#plot) {
      this.#showPart();
    }
  }

  #showPart() {
    const { from, to } = this.#part ?? { from: this.#from, to: this.#to };
    this.#quietly(() => this.#plot.setScale("x", { min: from, max: to }));
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
    const at = this.#plot.cursor.idx ?? times.length;
    const index = Math.max(0, Math.min(times.length - 1, at + step));
    this.#plot.setCursor({ left: this.#plot.valToPos(times[index], "x"), top: 10 });
  }

  #read() {
    const index = this.#plot?.cursor.left >= 0 ? this.#plot.cursor.idx : null;
    // The cursor may be of other data than those that are drawn now.
    const time = this.#plot?.data[0][index];
    const words = time === undefined ? "" : this.#wordsAt(time);
    const text = words || this.#summary;
    if (this.#readout.textContent !== text) {
      this.#readout.textContent = text;
    }
  }

  /** What a stack is high. */
  #sumAt(seconds) {
    if (!this.#stacked) {
      return [];
    }
    const values = this.#lines.map(({ points }) => points.findLast((one) => one.time <= seconds)?.value ?? 0n);
    return [`together ${formatCount(values.reduce((sum, value) => sum + value, 0n))}`];
  }

  #wordsAt(seconds) {
    const span = this.#part ? this.#part.to - this.#part.from : this.#to - this.#from;
    const parts = this.#lines.map(({ name, points }) => {
      const point = points.findLast((one) => one.time <= seconds);
      const open = this.#splits() && point?.settled === false ? ", may still grow" : "";
      const value = point?.words ?? (point && point.value !== null ? formatCount(point.value) : null);
      const words = value === null ? "not known" : value + open;
      return this.#lines.length > 1 ? `${name}: ${words}` : words;
    });
    const when = this.#daily ? (this.#utc ? formatUtcDay : formatDay)(seconds) : formatWhen(seconds, span);
    return [when, ...parts, ...this.#sumAt(seconds)].join(" · ");
  }
}
