const LEAST_MS = 5_000;

/** Tells screen readers how the count in detail moves: now and then, for a running commentary would drown everything else. */
export class Announcer {
  #region;
  #counter = null;
  #count = null;
  #at = 0;

  constructor(region) {
    this.#region = region;
  }

  /** To be called every second or so. */
  tick(counter) {
    if (counter !== this.#counter) {
      this.#counter = counter;
      this.#count = counter?.count ?? null;
      return;
    }
    if (
      counter &&
      counter.count !== null &&
      counter.count !== this.#count &&
      Date.now() - this.#at >= LEAST_MS
    ) {
      this.#count = counter.count;
      this.#at = Date.now();
      this.#region.textContent = `${counter.name}: ${counter.headline}`;
    }
  }
}
