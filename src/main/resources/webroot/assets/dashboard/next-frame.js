/** Collects what has changed, and shows each of it once in the next frame of the screen. */
export class NextFrame {
  #changed = new Set();
  #show;

  constructor(show) {
    this.#show = show;
  }

  add(one) {
    if (this.#changed.size === 0) {
      requestAnimationFrame(() => {
        this.#changed.forEach((changed) => this.#show(changed));
        this.#changed.clear();
      });
    }
    this.#changed.add(one);
  }
}
