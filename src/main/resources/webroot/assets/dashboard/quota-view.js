import { formatSoon } from "./chart-text.js";
import { formatCount } from "./numbers.js";

/** Of what share on a quota has another colour. */
const NEARLY = 0.8;
/** The longest that a browser waits. */
const LONGEST_MS = 2_147_000_000;

/** How much of a bounded count is used, how much is left, and when it begins anew; nothing where there are no bounds. */
export class QuotaView {
  #root;
  #reset;
  #timer = null;

  /** `reset()` is called when the count has begun anew. */
  constructor(root, reset) {
    this.#root = root;
    this.#reset = reset;
  }

  /** Shows a count as it was read. */
  show({ count, min, max, remaining, resets }) {
    clearTimeout(this.#timer);
    this.#root.hidden = min === undefined && max === undefined;
    if (this.#root.hidden) {
      return;
    }
    this.#root.querySelector("h3").textContent = resets ? "Quota" : "Bounds";
    const isFull = max !== undefined && BigInt(count) >= BigInt(max);
    this.#root.classList.toggle("full", isFull);
    this.#showMeter(count, min ?? 0, max);
    this.#root.classList.toggle("nearly", !isFull && this.#meter.value >= NEARLY);
    const left = remaining ?? (max === undefined ? undefined : BigInt(max) - BigInt(count));
    this.#say("used", max === undefined ? undefined : `${formatCount(BigInt(count))} of ${formatCount(BigInt(max))}`);
    this.#say("left", left === undefined ? undefined : formatCount(BigInt(left)));
    this.#say("least", min === undefined ? undefined : formatCount(BigInt(min)));
    this.#say("resets", resets && formatSoon(Date.parse(resets), Date.now()));
    if (resets) {
      const ms = Date.parse(resets) - Date.now() + 1_000;
      this.#timer = setTimeout(this.#reset, Math.min(Math.max(ms, 1_000), LONGEST_MS));
    }
  }

  get #meter() {
    return this.#root.querySelector("meter");
  }

  #showMeter(count, min, max) {
    const meter = this.#meter;
    meter.hidden = max === undefined || BigInt(min) >= BigInt(max);
    meter.value = 0;
    if (!meter.hidden) {
      meter.value = Number(BigInt(count) - BigInt(min)) / Number(BigInt(max) - BigInt(min));
    }
  }

  #say(name, words) {
    const element = this.#root.querySelector(`[data-part="${name}"]`);
    element.hidden = words === undefined;
    element.querySelector("dd").textContent = words ?? "";
  }
}
