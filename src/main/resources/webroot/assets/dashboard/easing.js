const LASTS_MS = 300;

/** Moves the values of a chart to others in frames; at once where they are of other times, or motion is unwanted. */
export class Easing {
  #draw;
  #shown = [];
  #wanted = [];
  #frame = 0;

  /** `draw(data)` shows columns: times, then values or null. */
  constructor(draw) {
    this.#draw = draw;
  }

  /** Takes what is shown as it is. */
  begin(data) {
    cancelAnimationFrame(this.#frame);
    this.#shown = this.#wanted = data;
  }

  /** Shows other values, now unless they are to `ease`. */
  show(data, ease) {
    if (isSame(data, this.#wanted)) {
      return;
    }
    cancelAnimationFrame(this.#frame);
    const from = this.#shown;
    this.#wanted = data;
    const isStill = !ease || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isStill || from.length !== data.length || !isSame([from[0]], [data[0]])) {
      this.#show(data);
      return;
    }
    const began = performance.now();
    const step = (now) => {
      const left = Math.max(0, 1 - (now - began) / LASTS_MS) ** 3;
      this.#show(left === 0 ? data : between(from, data, left));
      this.#frame = left === 0 ? 0 : requestAnimationFrame(step);
    };
    step(began);
  }

  #show(data) {
    this.#shown = data;
    this.#draw(data);
  }
}

const isSame = (some, others) =>
  some.length === others.length &&
  some.every((column, i) => column.length === others[i].length && column.every((value, k) => value === others[i][k]));

const between = (from, to, left) =>
  to.map((column, i) =>
    column.map((value, k) => {
      const before = from[i][k];
      return value === null || before === null || before === undefined ? value : value + (before - value) * left;
    }),
  );
