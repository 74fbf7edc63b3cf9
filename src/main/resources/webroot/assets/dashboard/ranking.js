import { readCount, readSeries } from "./api.js";
import { whereText } from "./labels.js";
import { RankingView } from "./ranking-view.js";
import { Refresher } from "./refresher.js";
import { sumOf } from "./shares.js";

const LEAST_MS = 3_000;
/** So many are read, and no more are followed: a live message has all of them. */
const FOLLOWED = 200;

/**
 * A counter broken down by some labels, where others have some value. It is read; where there are few series they are
 * followed live from then on, else they are read again while the counter moves.
 */
export class Ranking {
  #counter;
  #by;
  #sums;
  #view;
  #refresher;
  #changed;
  #isLive = false;
  #refused = false;
  #marked = {};

  /**
   * Of a counter, `{namespace, name, where}`. `sums` is whether numbers of series add up. `chosen(labels)` is called for a
   * click on a row, `report(problem)` hears of failures, `changed()` is called when it is to be followed or not any more.
   */
  constructor(counter, by, sums, { chosen, report, changed }) {
    this.#counter = counter;
    this.#by = by;
    this.#sums = sums;
    this.#changed = changed;
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

  /** Begins in the place of another, or of none (undefined): what is below stays where it is until there are rows. */
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
    if (counter === name && this.isBy(by) && series.every((one) => isOf(one.labels))) {
      this.#show(series, series.length, null);
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
    if (!counter) {
      return; // closed
    }
    const { series, total = series.length } = await readSeries(counter, this.#by, Math.max(FOLLOWED, this.#view.most));
    const count = this.#sums && total > series.length ? BigInt((await readCount(counter, {})).count) : null;
    if (counter === this.#counter) {
      this.#show(series, total, count);
    }
  }

  /** `count` is that of all series together where not all are known. */
  #show(series, total, count) {
    this.#view.show({ series, total, whole: this.#sums ? (count ?? sumOf(series)) : null });
    this.#view.mark(this.#marked);
    const isLive = total <= FOLLOWED;
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
