import { formatCount, formatMinute, plural } from "./numbers.js";
import { BarScale, MARGIN, Plot, bars, label, line } from "./plot.js";

const TOP = 10;
const BOTTOM = 84;
const HEIGHT = 102;

/** The windows of the last hour, a bar for each minute. */
export class MinuteChart {
  #figure;
  #plot;
  #readout;
  #windows = [];
  #pointer = null;

  constructor(figure) {
    this.#figure = figure;
    this.#readout = figure.querySelector(".readout");
    const point = (x) => {
      this.#pointer = x;
      this.draw();
    };
    this.#plot = new Plot(figure.querySelector(".plot"), HEIGHT, () => this.draw(), point);
  }

  /** Shows windows `{start, count, events, settled}`. */
  show(windows) {
    this.#windows = windows.map((window) => ({ ...window, start: new Date(window.start) }));
    this.#figure.hidden = windows.length === 0;
    this.draw();
  }

  draw() {
    const windows = this.#windows;
    if (windows.length === 0 || this.#plot.width <= MARGIN) {
      return;
    }
    const scale = new BarScale(
      windows.map((window) => Number(window.count)),
      TOP,
      BOTTOM,
    );
    const step = (this.#plot.width - MARGIN) / windows.length;
    const rectangle = (window) =>
      scale.bar(
        MARGIN + windows.indexOf(window) * step + step * 0.12,
        step * 0.76,
        Number(window.count),
      );
    const parts = [
      ...scale.axis(this.#plot.width),
      label(MARGIN, HEIGHT - 4, "start", formatMinute(windows[0].start)),
      label(this.#plot.width, HEIGHT - 4, "end", formatMinute(windows.at(-1).start)),
      bars("bars settled", windows.filter((window) => window.settled).map(rectangle)),
      bars("bars open", windows.filter((window) => !window.settled).map(rectangle)),
    ];
    const chosen =
      this.#pointer === null ? undefined : windows[Math.floor((this.#pointer - MARGIN) / step)];
    if (chosen) {
      const x = MARGIN + (windows.indexOf(chosen) + 0.5) * step;
      parts.push(line("pointer", x, TOP, x, BOTTOM));
    }
    const summary = `${formatCount(sum(windows))} in the last hour`;
    this.#plot.show(`Count by minute, ${summary}`, parts);
    this.#readout.textContent = chosen ? readout(chosen) : summary;
  }
}

const sum = (windows) => windows.reduce((total, window) => total + BigInt(window.count), 0n);

const readout = ({ start, count, events, settled }) =>
  `${formatMinute(start)} · ${formatCount(BigInt(count))} in ${plural(events, "event")}, ${settled ? "settled" : "may still grow"}`;
