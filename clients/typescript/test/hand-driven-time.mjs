/** Time that stands still until it is moved. */
export class HandDrivenTime {
  #now = 0;
  #timers = new Set();

  now() {
    return this.#now;
  }

  after(ms, run) {
    const timer = { at: this.#now + Math.max(0, ms), run, cancel: () => this.#timers.delete(timer) };
    this.#timers.add(timer);
    return timer;
  }

  /** How many things are to happen. */
  get pending() {
    return this.#timers.size;
  }

  /** Moves it, and does what is due on the way, in order. */
  async advance(ms) {
    const end = this.#now + ms;
    for (;;) {
      await settled();
      const due = [...this.#timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) {
        break;
      }
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
    await settled();
  }
}

/** Lets all promises that are ready be taken up. */
export function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}
