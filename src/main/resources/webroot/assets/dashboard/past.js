/** What a counter has counted window by window, and beyond the last answer what its count says. */
export class Past {
  windows = [];
  /** Its count at the end of a period that is over, else null. */
  end = null;
  #countThen;

  constructor(counter) {
    this.counter = counter;
    this.#countThen = counter.count;
  }

  /** From when on windows are to be read again: all of them. */
  openFrom(from) {
    return from;
  }

  /** Windows as the service had them when the count was `countThen`; `after` was counted after them, unless it is null. */
  read({ windows, after }, countThen) {
    this.windows = windows.map(({ start, count, settled }) => ({
      start: Date.parse(start),
      count: BigInt(count),
      settled,
    }));
    this.#countThen = countThen;
    this.end = after === null || countThen === null ? null : countThen - after;
  }

  /** Windows `{start, count, settled}` of a period, up to now. */
  until(now, period) {
    const windows = continued(this.windows, now, period, () => ({ count: 0n, settled: false }));
    if (windows.length === 0) {
      return windows;
    }
    const { count, answer } = this.counter;
    const since = count !== null && this.#countThen !== null ? count - this.#countThen : 0n;
    const last = windows.at(-1);
    if (!period.isOver(now)) {
      windows[windows.length - 1] = { ...last, count: last.count + since };
    }
    const until = answer?.settled?.until ? Date.parse(answer.settled.until) : -Infinity;
    return windows.map((window) =>
      window.settled || period.next(window.start) > until ? window : { ...window, settled: true },
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

  /** Windows `{start, settled, events}` of a period up to now, those that were read with the result of their sketch. */
  until(now, period) {
    return continued(this.windows, now, period, () => ({ events: 0, settled: false }));
  }
}

/** Some windows, and those of the period that have begun since. */
function continued(windows, now, period, empty) {
  const all = windows.slice();
  const end = Math.min(now, period.to - 1);
  for (let start = all.length && period.next(all.at(-1).start); start && start <= end; start = period.next(start)) {
    all.push({ start, ...empty() });
  }
  return all;
}
