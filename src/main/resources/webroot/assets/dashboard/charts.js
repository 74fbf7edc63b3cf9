import { formatSpan } from "./chart-text.js";
import { numberOf } from "./counters.js";
import { curveOf } from "./curve.js";
import { ExportView } from "./export-view.js";
import { History } from "./history.js";
import { PLAIN } from "./kind.js";
import { listNotes, notesOf } from "./notes.js";
import { formatCount, formatRate } from "./numbers.js";
import { RangeControls } from "./range-controls.js";
import { RangeTotal, differenceOf } from "./range-total.js";
import { rangeFor, zoneOf } from "./ranges.js";
import { boundedWords, sketchLines } from "./sketch-lines.js";
import { TimeChart } from "./time-chart.js";
import { WindowLegend } from "./window-legend.js";

const HEADINGS = { minute: "By minute", hour: "By hour", day: "By day", week: "By week", month: "By month" };
/** So much is shown by second. */
const LIVE_MS = 300_000;

/** How counts have come to be what they are: their course, and what was counted window by window. */
export class Charts {
  #root;
  #curve;
  #course;
  /** Whether the course is all that can be seen. */
  #isAlone = false;
  #bars;
  #history;
  #counters = [];
  #kind = PLAIN;
  #controls;
  #totals;
  #total;
  #legend;
  #stacked = false;
  #drawn = 0;

  /**
   * `report(problem)` hears of failures; `choose({range, zoom, utc})` of the time that the user wants to see; `moved()` is called
   * when another period is shown; `totals(totals)` of what each counter comes to, as CompareView shows it.
   */
  constructor(root, { report, choose, moved, totals }) {
    this.#root = root;
    this.#totals = totals;
    const zoom = (part) => {
      this.#zoom(part);
      choose({ zoom: part });
    };
    this.#curve = new TimeChart(root.querySelector("#curve-chart"), { bars: false, zoom });
    this.#bars = new TimeChart(root.querySelector("#window-chart"), { bars: true, zoom });
    this.#history = new History(report, () => this.#draw(), moved);
    this.#total = new RangeTotal(root.querySelector("#range-total"));
    this.#course = root.querySelector(".course");
    this.#controls = new RangeControls(root.querySelector("#time"), choose);
    this.#legend = new WindowLegend(root);
    new ExportView(root.querySelector("#save"), {
      shown: () => {
        const { span, period, parameters } = this.#history;
        return { counters: this.#counters, span, words: formatSpan(period.from, period.to, span.utc), parameters };
      },
      picture: (name) => this.#bars.picture(name),
      report,
    });
  }

  /** Shows counters of one kind: over a range, or a part of the time. */
  show(counters, { range: key, zoom, stacked, utc }, kind) {
    this.#counters = counters;
    this.#kind = kind;
    this.#stacked = stacked && kind.hasCount && counters.length > 1;
    const range = rangeFor(key, kind, zoneOf(utc));
    this.#controls.show(range, { zoom, utc }, kind);
    this.#zoom(zoom);
    this.#history.show(counters, kind, { range: key, zoom, utc });
    this.#draw();
  }

  #zoom(part) {
    // How sketches have come to be what they are is known only of the last minutes.
    this.#curve.zoomTo(this.#kind.hasCount ? part : null);
    this.#bars.zoomTo(part);
  }

  /** The span of time that is shown; null where it is all that there is, undefined until it is known. */
  get ranked() {
    const { span } = this.#history;
    return span?.range.key === "all" ? null : span;
  }

  /** What follows the numbers of what is shown. */
  get words() {
    return this.#history.period?.words ?? "";
  }

  retry() {
    this.#history.retry();
  }

  stop() {
    this.#history.stop();
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
    const { pasts, isWaiting } = this.#history;
    // What is below stays where it is until there are windows, or the namespace has said that there are none.
    const isAwaited = this.#kind === PLAIN || isWaiting;
    this.#showCurve(pasts, isAwaited);
    const figure = this.#root.querySelector("#window-chart");
    const known = pasts.filter((past) => past.windows.length > 0);
    figure.classList.toggle("waiting", known.length === 0);
    figure.hidden = known.length === 0 && !isAwaited;
    if (figure.hidden !== this.#isAlone) {
      // Without windows there is nothing else to look at.
      this.#isAlone = figure.hidden;
      this.#course.open = figure.hidden;
    }
    if (known.length > 0) {
      this.#showBars(known);
    } else {
      this.#total.wait(isAwaited);
      this.#totals([]);
    }
  }

  #showCurve(pasts, isAwaited) {
    const now = Date.now();
    const { period, span } = this.#history;
    const { hasCount } = this.#kind;
    const live = !period || !hasCount || period.to - period.from <= LIVE_MS;
    const { from, to } = live ? { from: now - LIVE_MS, to: Infinity } : period;
    const isUnknown = isAwaited || this.#counters.some(({ count }) => count === null);
    this.#root.querySelector("#curve-chart").classList.toggle("waiting", isUnknown);
    if (isUnknown) {
      return;
    }
    const curves = pasts.map((past) => ({
      name: past.counter.name,
      points: curveOf(hasCount ? past : { ...past, windows: [] }, now, { from, to, live }),
    }));
    this.#curve.show(curves, {
      from: from / 1_000,
      to: (live ? now : to) / 1_000,
      summary: `${formatRate(this.#rate(now))} events per second`,
      stacked: this.#stacked,
      utc: span?.utc ?? false,
    });
  }

  #showBars(pasts) {
    const { state, hasCount } = this.#kind;
    const { period, span } = this.#history;
    const { granularity, utc, tz } = span;
    const isZoned = !["minute", "hour"].includes(granularity);
    this.#root.querySelector("#window-chart h3").textContent = HEADINGS[granularity] + (isZoned ? ` (${tz})` : "");
    this.#controls.showZone(utc);
    const lines = this.#linesOf(pasts);
    const before = lines.length === 1 ? this.#lineBefore(pasts[0]) : null;
    this.#root.dataset.compares = String(lines.length > 1);
    this.#legend.show(pasts.length > 1 ? [] : lines, before);
    if (lines.length > 1 && !this.#stacked) {
      // A line has an end, which a bar does not need.
      lines.forEach(({ points }) => points.push({ ...points.at(-1), time: period.to / 1_000, lower: null, upper: null }));
    }
    const [{ total }] = pasts;
    this.#totals(pasts.map(({ counter, total: one }) => totalInWords(counter.name, one, this.#kind, span.range.before)));
    const notes = notesOf(this.#kind.notes, period, utc);
    listNotes(this.#root.querySelector("#notes"), notes);
    const words = this.#words;
    const of = this.#kind.ofRange(words);
    this.#total.show(total, { state, hasCount, period: of, difference: differenceOf(total, span.range.before) });
    this.#bars.show(lines, {
      from: period.from / 1_000,
      to: period.to / 1_000,
      summary: this.#summaryOf(pasts, of),
      stacked: this.#stacked,
      granularity,
      utc,
      before,
      notes,
    });
  }

  /** What follows a number; a part is not said to be the whole. */
  get #words() {
    const { span, period } = this.#history;
    return period.words + (period.keptFrom ? `, kept ${formatSpan(period.keptFrom, null, span.utc)}` : "");
  }

  /** The period before, at the times of this one; null where there was nothing. */
  #lineBefore(past) {
    const { before, span } = this.#history;
    const windows = before.slice(0, past.windows.length).map((window, i) => ({ ...window, start: past.windows[i].start }));
    if (windows.length === 0) {
      return null;
    }
    const line = this.#linesOf([{ ...past, windows }])[0];
    // The outline has an end, of which there is nothing to say.
    const end = { ...line.points.at(-1), time: past.windows[windows.length - 1].end / 1_000, words: "" };
    return { name: span.range.before, points: [...line.points, end] };
  }

  #linesOf(pasts) {
    return this.#kind.hasCount ? pasts.map(countLine) : sketchLines(pasts, this.#kind.state);
  }

  #summaryOf(pasts, words) {
    const [{ counter, total }] = pasts;
    const of = `${pasts.length > 1 ? ` of ${counter.name}` : ""} ${words}`;
    if (this.#kind.hasCount) {
      return formatCount(BigInt(total.count)) + of;
    }
    return total.estimate === undefined ? `${formatCount(BigInt(total.events))} values${of}` : boundedWords(total.estimate, total) + of;
  }

  #rate(now) {
    return this.#counters[0].series.rate(Math.floor(now / 1_000));
  }
}

const totalInWords = (name, total, { hasCount }, before) => ({
  name,
  total: hasCount || total.estimate !== undefined ? numberOf(total).text : "",
  change: differenceOf(total, before)?.change ?? "",
});

const countLine = ({ counter, windows }) => ({
  name: counter.name,
  points: windows.map(({ start, count, settled }) => ({ time: start / 1_000, value: count, settled })),
});
