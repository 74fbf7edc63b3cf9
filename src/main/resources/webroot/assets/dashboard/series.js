/** How many seconds are kept. */
const KEPT_SECONDS = 300;

/** The last minutes of one count, by second. Where nobody watched there are holes, not guesses. */
export class Series {
  /** second -> {count after it (null: unknown from here on), change of its events within it}; in order. */
  #slots = new Map();
  #before = null;
  #last = null;
  #lastEvents = null;
  #firstSecond = Infinity;

  /** The count, of so many events, was seen in this second. */
  note(second, count, events) {
    const slot = this.#slot(second);
    if (this.#last !== null) {
      // a reset counts nothing
      slot.change += Math.max(0, Number(events - this.#lastEvents));
    }
    slot.count = count;
    this.#last = count;
    this.#lastEvents = events;
    this.#firstSecond = Math.min(this.#firstSecond, second);
  }

  /** From this second on the count is not known, until it is seen again. */
  interrupt(second) {
    if (this.#last !== null) {
      this.#slot(second).count = null;
      this.#last = null;
    }
  }

  /** The first second of which anything is known; Infinity before. */
  get firstSecond() {
    return Math.max(this.#firstSecond, this.#slots.keys().next().value - KEPT_SECONDS || this.#firstSecond);
  }

  /** `span` points `{second, count, change}` up to `now`; null where not known. */
  points(now, span) {
    const start = now - span + 1;
    const points = [];
    let count = this.#before;
    for (const [second, slot] of this.#slots) {
      if (second < start) {
        count = slot.count;
      }
    }
    for (let second = start; second <= now; second++) {
      const slot = this.#slots.get(second);
      count = slot ? slot.count : count;
      points.push({ second, count, change: slot ? slot.change : count === null ? null : 0 });
    }
    return points;
  }

  /** The events per second, over the last five whole seconds. */
  rate(now) {
    const known = this.points(now - 1, 5).filter((point) => point.change !== null);
    return known.reduce((sum, point) => sum + point.change, 0) / Math.max(1, known.length);
  }

  #slot(second) {
    for (const [old, slot] of this.#slots) {
      if (old > second - KEPT_SECONDS) {
        break;
      }
      this.#before = slot.count;
      this.#slots.delete(old);
    }
    let slot = this.#slots.get(second);
    if (!slot) {
      slot = { count: this.#last, change: 0 };
      this.#slots.set(second, slot);
    }
    return slot;
  }
}
