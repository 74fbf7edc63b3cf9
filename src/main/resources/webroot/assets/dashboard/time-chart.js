/* global uPlot */
import { optionsOf, colours } from "./chart-options.js";
import { wordsAt } from "./chart-readout.js";
import { pictureOf } from "./chart-picture.js";
import { layersOf, linesOf, outline, splitBars, valuesBetween } from "./chart-series.js";
import { formatLevel, formatWhen, scaleOf } from "./chart-text.js";
import { Easing } from "./easing.js";
import { stackOf } from "./stack.js";
import { drawNotes } from "./notes.js";
import { boundsBetween, drawWhiskers } from "./whiskers.js";

const HEIGHT = 170;

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
  #easing = new Easing((data) => {
    this.#plot.setData(data, false);
    this.#showPart();
  });
  #shape = "";
  #lines = [];
  #scale = { base: 0n, relative: false, whole: true };
  #from = 0;
  #to = 0;
  #stacked = false;
  /** The length of the windows that its points are; "" where they are moments. */
  #granularity = "";
  #utc = false;
  /** The line of the period before, or null. */
  #before = null;
  /** What happened at some times, `{time, text}`. */
  #notes = [];
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
   * bounds and as `words`. `granularity` says which windows the points are, `utc` that times are of UTC; `before` is the line
   * of the period before, at the times of this one; `notes` are drawn over it.
   */
  show(lines, { from, to, summary, stacked, granularity = "", utc, before = null, notes = [] }) {
    this.#lines = lines;
    this.#granularity = granularity;
    this.#utc = utc;
    this.#before = before;
    this.#notes = notes;
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
    this.#scale = scaleOf(this.#lines, this.#bars || this.#stacked);
    const data = this.#data();
    const { whole } = this.#scale;
    const names = this.#lines.map(({ name }) => name);
    const shape = [this.#stacked, this.#utc, whole, this.#before !== null, ...names].join("\n");
    if (!this.#plot || shape !== this.#shape) {
      this.#plot?.destroy();
      this.#shape = shape;
      this.#plot = new uPlot(this.#options(width), data, this.#place);
      this.#easing.begin(data);
    } else {
      this.#easing.show(data, this.#splits());
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
    return `; what is shown is from ${this.#when(from)} to ${this.#when(to)}`;
  }

  #when(seconds) {
    return formatWhen(seconds, this.#span, this.#utc);
  }

  get #span() {
    return this.#part ? this.#part.to - this.#part.from : this.#to - this.#from;
  }

  #number = (value) => (value === null ? null : Number(value - this.#scale.base));

  /** For bars of one counter: those that are settled, and those that may still grow. */
  #data() {
    const tables = this.#lines.map((line) => this.#table(line));
    if (this.#splits()) {
      const { points } = this.#lines[0];
      const part = (settled) =>
        points.map(({ settled: is, value }) =>
          is === settled && Number(value) !== 0 ? this.#number(value) : null,
        );
      const own = [tables[0][0], part(true), part(false)];
      return this.#before ? uPlot.join([own, this.#table(this.#before)]) : own;
    }
    if (this.#stacked) {
      return stackOf(uPlot.join(tables));
    }
    return tables.length === 1 ? tables[0] : uPlot.join(tables);
  }

  #table({ points }) {
    return [points.map(({ time }) => time), points.map(({ value }) => this.#number(value))];
  }

  /** What is seen as an SVG, under a name. */
  picture(name) {
    const names = this.#lines.length > 1 ? this.#lines.map((line) => line.name) : [];
    const title = `${name}: ${this.#figure.querySelector("h3").textContent}`;
    const words = this.#summary + this.#partInWords() + (this.#before ? `; dotted: ${this.#before.name}` : "");
    return pictureOf(this.#plot, { ...this.#said(), title, words, names, colour: colours() });
  }

  #splits() {
    return this.#bars && this.#lines.length === 1;
  }

  #options(width) {
    const colour = colours();
    return optionsOf({
      width,
      height: this.#height(),
      colour,
      series: this.#series(colour),
      whole: this.#scale.whole,
      level: (tick) => formatLevel(tick, this.#scale),
      range: (plot, low, high) => this.#rangeOf(low, high),
      utc: this.#utc,
      all: () => this.#chosen(null),
      hooks: {
        draw: [
          (plot) => drawWhiskers(plot, this.#lines, this.#splits(), colour),
          (plot) => drawNotes(plot, this.#notes, colour),
        ],
        setCursor: [() => this.#read()],
        setScale: [(plot, key) => key === "x" && this.#scaled()],
      },
    });
  }

  #series(colour) {
    if (this.#splits()) {
      return [...splitBars(colour), ...(this.#before ? [outline(colour)] : [])];
    }
    return (this.#stacked ? layersOf : linesOf)(this.#lines, this.#bars, colour, this.#scale.whole);
  }

  #rangeOf(low, high) {
    if (low === null || high === null) {
      return [0, 1];
    }
    const fromZero = this.#bars || this.#stacked;
    const { from, to } = this.#part ?? { from: this.#from, to: this.#to };
    // Bars move to their values within a range that does not.
    const values = this.#splits() ? valuesBetween([...this.#lines, ...(this.#before ? [this.#before] : [])], from, to).map(this.#number) : [low, high];
    const bounds = boundsBetween(this.#lines, from, to);
    const least = Math.min(...(fromZero ? [0] : []), ...bounds, ...values);
    const most = Math.max(...(fromZero ? [0] : []), ...bounds, ...values);
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
    // What has not begun yet has nothing to say, nor the end of the last window.
    const begun = times.findLastIndex((time) => time <= Date.now() / 1_000 && !this.#isEnd(time)) + 1;
    const at = this.#plot.cursor.idx ?? begun;
    const index = Math.max(0, Math.min(begun - 1, at + step));
    this.#plot.setCursor({ left: this.#plot.valToPos(times[index], "x"), top: 10 });
  }

  #said() {
    return {
      lines: this.#lines,
      before: this.#before,
      notes: this.#notes,
      splits: this.#splits(),
      stacked: this.#stacked,
      span: this.#span,
      granularity: this.#granularity,
      utc: this.#utc,
    };
  }

  /** Whether that is where the last window ends. */
  #isEnd(time) {
    return this.#granularity !== "" && time >= this.#to;
  }

  #read() {
    const index = this.#plot?.cursor.left >= 0 ? this.#plot.cursor.idx : null;
    // The cursor may be of other data than those that are drawn now.
    const times = this.#plot?.data[0] ?? [];
    const time = times[this.#isEnd(times[index]) ? index - 1 : index];
    const words = time === undefined ? "" : wordsAt(time, this.#said());
    const text = words || this.#summary;
    this.#readout.classList.toggle("pointed", words !== "");
    if (this.#readout.textContent !== text) {
      this.#readout.textContent = text;
    }
  }
}
