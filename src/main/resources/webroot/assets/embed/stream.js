import { backoff } from "../dashboard/backoff.js";
import { parseExact } from "../dashboard/numbers.js";

/** The live count of one counter, for as long as it can be seen. It comes back by itself. */
export class Stream {
  #address;
  #counted;
  #changed;
  #source = null;
  #timer = null;
  #failures = 0;
  #seen = true;

  /** `counted(message)` hears of counts, `changed(state)` of "live", "waiting" and "refused". */
  constructor(address, { counted, changed }) {
    this.#address = address;
    this.#counted = counted;
    this.#changed = changed;
  }

  /** Whether anybody can see it: where nobody can, nothing is asked for. */
  show(seen) {
    this.#seen = seen;
    if (!seen) {
      this.#close();
    } else if (!this.#source) {
      this.#open();
    }
  }

  #open() {
    clearTimeout(this.#timer);
    this.#source = new EventSource(this.#address);
    this.#source.addEventListener("count", ({ data }) => {
      this.#failures = 0;
      this.#changed("live");
      this.#counted(parseExact(data));
    });
    // A browser connects again where it was cut off, but not where it was refused.
    this.#source.addEventListener("error", () => this.#failed());
  }

  #failed() {
    const refused = this.#source.readyState === EventSource.CLOSED;
    this.#changed(refused ? "refused" : "waiting");
    if (refused) {
      this.#close();
      this.#timer = setTimeout(() => this.#seen && this.#open(), backoff(this.#failures++));
    }
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }
}
