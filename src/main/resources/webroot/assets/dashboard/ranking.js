import { readCount, readSeries, readSeriesOf, readTotal } from "./api.js";
import { whereText } from "./labels.js";
import { RankingView } from "./ranking-view.js";
import { Refresher } from "./refresher.js";
import { sumOf } from "./shares.js";

const LEAST_MS = 3_000;
/** So many are read, and no more are followed: a live message has all of them. */
const FOLLOWED = 200;
/** No more are read. */
const MOST = 1_000;

/**
 * A counter broken down by some labels, where others have some value: in a period, or in all. It is read, and read again while
 * the counter moves; where there are few series in all they are followed live.
 */
export class Ranking {
  #counter;
  #by;
  #sums;
  #view;
  #refresher;
  #changed;
  #period;
  #words;
  #isLive = false;
  /** Whether there are more series in a period than are asked for at first. */
  #isLong = false;
  #refused = false;
  #marked = {};

  /**
   * Of a counter, `{namespace, name, where}`. `sums` is whether numbers of series add up. `chosen(labels)` is called for a
   * click on a row, `report(problem)` hears of failures, `changed()` is called when it is to be followed or not any more;
   * `period()` is what is ranked of the time, null for all of it, and undefined until it is known; `words()` follow its numbers.
   */
  constructor(counter, by, sums, { chosen, report, changed, period, words }) {
    this.#counter = counter;
    this.#by = by;
    this.#sums = sums;
    this.#changed = changed;
    this.#period = period;
    this.#words = words;
    this.#view = new RankingView(by, {
      chosen: (labels) => chosen(Object.fromEntries(by.map((label) => [label, labels[label]]))),
      more: () => this.retry(),
    });
    this.#refresher = new Refresher(() => this.#read(), LEAST_MS, (problem) => this.#done(problem, report));
  }

  get element() {
    return this.#view.element;
  }

  /** What is to be followed: a group of LiveConnection, or none. */
  get groups() {
    const { namespace, name, where } = this.#counter;
    const group = { namespace, names: [name], by: this.#by.join(), where: whereText(where) };
    return this.#isLive && !this.#refused ? [group] : [];
  }

  isBy(labels) {
    return labels.join() === this.#by.join();
  }

  /** Begins in the place of another, or of none (null): what is below stays where it is until there are rows. */
  replace(other) {
    this.#view.reserve(other?.element.offsetHeight ?? 0);
    this.retry();
  }

  /** Marks the row that has the values which labels must have. */
  mark(where) {
    this.#marked = where;
    this.#view.mark(where);
  }

  /** Takes a live message, if it is about these series. */
  see({ counter, by, series }) {
    const { name, where } = this.#counter;
    const labels = [...this.#by, ...Object.keys(where)];
    const isOf = (one) =>
      Object.keys(one).length === labels.length && Object.entries(where).every(([label, value]) => one[label] === value);
    const isShown = this.#isLive && this.#period() === null;
    if (isShown && counter === name && this.isBy(by) && series.every((one) => isOf(one.labels))) {
      this.#show({ series, total: series.length, count: null }, null);
    }
  }

  /** It is not followed after all. */
  refuse(by) {
    this.#refused ||= this.isBy(by.split(","));
  }

  /** The counter has moved. */
  moved() {
    if (this.groups.length === 0) {
      this.#refresher.ask(LEAST_MS);
    }
  }

  /** Reads soon. */
  refresh() {
    this.#refresher.ask();
  }

  /** Reads now, however often it has failed. */
  retry() {
    this.#refresher.reset();
    this.#refresher.ask();
  }

  close() {
    this.#refresher.reset();
    this.#counter = null;
  }

  async #read() {
    const counter = this.#counter;
    const period = this.#period();
    if (!counter || period === undefined) {
      return; // closed, or not known yet
    }
    const most = Math.max(FOLLOWED, this.#view.most);
    const answer = await (period ? this.#readPeriod(period, most) : this.#readAll(most));
    if (counter === this.#counter && period === this.#period()) {
      this.#show(answer, period);
    }
  }

  async #readAll(most) {
    const { series, total = series.length } = await readSeries(this.#counter, this.#by, most);
    const isCut = total > series.length;
    return { series, total, count: this.#sums && isCut ? BigInt((await readCount(this.#counter, {})).count) : null };
  }

  /** How many series there are is not known where there are more than can be read. */
  async #readPeriod(period, most) {
    const limit = this.#isLong ? MOST : most;
    const { series: read } = await readSeriesOf(this.#counter, this.#by, limit, period);
    if (read.length === limit && limit < MOST) {
      this.#isLong = true;
      return this.#readPeriod(period, most);
    }
    const series = read.filter(({ events }) => BigInt(events) > 0n);
    const isCut = read.length === MOST;
    const count = this.#sums && isCut ? BigInt((await readTotal(this.#counter, period)).count) : null;
    return { series, total: isCut ? Infinity : series.length, count };
  }

  /** `count` is that of all series together where not all are known. */
  #show({ series, total, count }, period) {
    this.#view.show({ series, total, whole: this.#sums ? (count ?? sumOf(series)) : null }, period ? this.#words() : "");
    this.#view.mark(this.#marked);
    const isLive = period === null && total <= FOLLOWED;
    if (isLive !== this.#isLive) {
      this.#isLive = isLive;
      this.#changed();
    }
  }

  #done(problem, report) {
    if (!this.#counter) {
      return; // closed
    }
    if (problem && !problem.temporary) {
      this.#view.say(problem.message);
    }
    report(problem?.temporary ? problem : null);
  }
}
