import { formatCount } from "./numbers.js";

/** Between which values a count must stay, and where it stands there; nothing where there are no bounds. */
export class BoundsView {
  #root;

  constructor(root) {
    this.#root = root;
  }

  /** Of a count as it was read. */
  show({ count, min, max }) {
    this.#root.hidden = min === undefined && max === undefined;
    this.#root.querySelector("span").textContent = inWords(min, max);
    const meter = this.#root.querySelector("meter");
    meter.hidden = min === undefined || max === undefined || BigInt(min) === BigInt(max);
    if (!meter.hidden) {
      meter.value = Number(BigInt(count) - BigInt(min)) / Number(BigInt(max) - BigInt(min));
    }
  }
}

function inWords(min, max) {
  const least = min === undefined ? "" : `at least ${formatCount(BigInt(min))}`;
  const most = max === undefined ? "" : `at most ${formatCount(BigInt(max))}`;
  return least && most ? `${least}, ${most}` : least + most;
}
