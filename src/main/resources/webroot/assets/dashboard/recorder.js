import { record } from "./api.js";
import { backoff, delay } from "./backoff.js";
import { isFiltered } from "./labels.js";

/**
 * Records clicks. One that the service could not take, or that it may or may not have taken, is sent again
 * with the same id until there is an answer.
 */
export class Recorder {
  /** How many clicks are not yet known to be recorded. */
  unsent = 0;
  #report;
  #changed;

  /** `report` hears of each failure (null after a success), `changed` of each counter with a change in its `unsent`. */
  constructor(report, changed) {
    this.#report = report;
    this.#changed = changed;
  }

  /** Records one event that adds 1; true when it is recorded, false when the service refuses it for good. */
  async plusOne(counter) {
    const labels = isFiltered(counter.where) && { labels: counter.where };
    const event = { delta: 1, id: randomId(), ...labels };
    this.#waiting(counter, 1);
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          await record(counter.namespace, counter.name, event);
          this.#report(null);
          return true;
        } catch (problem) {
          this.#report(problem);
          if (!problem.temporary) {
            return false;
          }
          await delay(Math.max(problem.retryAfterMs, backoff(attempt)));
        }
      }
    } finally {
      this.#waiting(counter, -1);
    }
  }

  #waiting(counter, change) {
    counter.unsent += change;
    this.unsent += change;
    this.#changed(counter);
  }
}

/** crypto.randomUUID exists in secure contexts only: not when a pod is looked at over plain HTTP. */
function randomId() {
  if (crypto.randomUUID) {
    return crypto.randomUUID();
  }
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
