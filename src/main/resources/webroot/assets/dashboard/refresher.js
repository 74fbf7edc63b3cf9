import { Problem } from "./api.js";
import { backoff } from "./backoff.js";

/**
 * Runs a task when asked: never twice at once, never more often than every `leastMs`, and again by itself
 * after a failure. `report` hears of each failure, and null after a success.
 */
export class Refresher {
  #task;
  #leastMs;
  #report;
  #timer = null;
  #dueAt = Infinity;
  #running = false;
  #ranAt = -Infinity;
  #failures = 0;

  constructor(task, leastMs, report) {
    this.#task = task;
    this.#leastMs = leastMs;
    this.#report = report;
  }

  /** Asks for a run in `ms`, or sooner if one is due sooner. After a failure it waits its turn. */
  ask(ms = 0) {
    const at = Math.max(performance.now() + ms, this.#ranAt + this.#leastMs);
    if (this.#failures === 0 && at < this.#dueAt) {
      this.#dueAt = at;
      this.#schedule();
    }
  }

  /** Forgets what was asked and what failed. */
  reset() {
    clearTimeout(this.#timer);
    this.#dueAt = Infinity;
    this.#ranAt = -Infinity;
    this.#failures = 0;
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (!this.#running && this.#dueAt < Infinity) {
      this.#timer = setTimeout(() => this.#run(), Math.max(0, this.#dueAt - performance.now()));
    }
  }

  async #run() {
    this.#running = true;
    this.#dueAt = Infinity;
    this.#ranAt = performance.now();
    try {
      await this.#task();
      this.#failures = 0;
      this.#report(null);
    } catch (problem) {
      this.#failed(problem);
    } finally {
      this.#running = false;
      this.#schedule();
    }
  }

  #failed(problem) {
    if (!(problem instanceof Problem)) {
      throw problem;
    }
    if (problem.temporary) {
      this.#dueAt = performance.now() + Math.max(problem.retryAfterMs, backoff(this.#failures++));
    }
    this.#report(problem);
  }
}
