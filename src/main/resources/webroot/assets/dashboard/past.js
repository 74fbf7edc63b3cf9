/** What a counter has counted window by window, and beyond the last answer what its count says. */
export class Past {
  windows = [];
  #countThen;

  constructor(counter) {
    this.counter = counter;
    this.#countThen = counter.count;
  }

  /** From when on windows are to be read again: all of them. */
  openFrom(from) {
    return from;
  }

  /** Windows as the service had them when the count was `countThen`. */
  read({ windows }, countThen) {
    this.windows = windows.map(({ start, count, settled }) => ({
      start: Date.parse(start),
      count: BigInt(count),
      settled,
    }));
    this.#countThen = countThen;
  }

  /** Windows `{start, count, settled}` up to now; `next(start)` tells when the one after a window starts. */
  until(now, next) {
    const windows = continued(this.windows, now, next, () => ({ count: 0n, settled: false }));
    if (windows.length === 0) {
      return windows;
    }
    const { count, answer } = this.counter;
    const since = count !== null && this.#countThen !== null ? count - this.#countThen : 0n;
    const last = windows.at(-1);
    windows[windows.length - 1] = { ...last, count: last.count + since };
    const until = answer?.settled?.until ? Date.parse(answer.settled.until) : -Infinity;
    return windows.map((window) =>
      window.settled || next(window.start) > until ? window : { ...window, settled: true },
    );
  }
}

/** What a sketch had in each window, and in all of a span: as it was read last, for nothing can be added to an estimate. */
export class SketchPast {
  windows = [];
  /** Of all windows together, as it was read; null before. */
  total = null;

  constructor(counter) {
    this.counter = counter;
  }

  /** From when on windows are to be read again: from the first that is not settled, if earlier ones are known. */
  openFrom(from) {
    const open = this.windows.find(({ settled }) => !settled);
    return open && this.windows[0].start === from ? open.start : from;
  }

  /** The windows from some time on, and the total, as the service has them. */
  read({ windows, total }) {
    const read = windows.map((window) => ({ ...window, start: Date.parse(window.start) }));
    const from = read[0]?.start ?? -Infinity;
    this.windows = [...this.windows.filter(({ start }) => start < from), ...read];
    this.total = total;
  }

  /** Windows `{start, settled, events}` up to now, those that were read with the result of their sketch. */
  until(now, next) {
    return continued(this.windows, now, next, () => ({ events: 0, settled: false }));
  }
}

/** Some windows, and those that have begun since. */
function continued(windows, now, next, empty) {
  const all = windows.slice();
  for (let start = all.length && next(all.at(-1).start); start && start <= now; start = next(start)) {
    all.push({ start, ...empty() });
  }
  return all;
}
