import { formatWindow } from "./chart-text.js";
import { numberOf } from "./counters.js";
import { svg } from "./svg.js";

const HEIGHT = 40;
/** What is not nothing can be seen. */
const LEAST = 1.5;

/** picture -> the windows that it shows, as JSON */
const drawn = new WeakMap();

/**
 * Draws windows of hours of a kind as bars, each with its time and number as a title. The bar of an hour that has not ended
 * has a colour of its own. Without windows the picture is hidden.
 */
export function drawBars(picture, windows, kind) {
  const shown = JSON.stringify(windows ?? null);
  if (drawn.get(picture) === shown) {
    return; // a title stays under the pointer
  }
  drawn.set(picture, shown);
  picture.toggleAttribute("hidden", !windows);
  const bars = (windows ?? []).map((window) => ({ ...numberOf(kind.summed(window)), window }));
  const [least, most] = [Math.min, Math.max].map((bound) => bound(0, ...bars.map(({ size }) => size)));
  const scale = HEIGHT / (most - least || 1);
  const zero = least < 0 ? most * scale : HEIGHT;
  const elements = bars.map(({ size, text, window }, i) => {
    const height = size === 0 ? 0 : Math.max(LEAST, Math.abs(size) * scale);
    const y = size > 0 ? zero - height : zero;
    const isOpen = Date.parse(window.end) > Date.now();
    const group = svg("g", {});
    group.append(
      svg("title", {}, `${timeOf(window)} · ${text}${window.settled ? "" : ", may still grow"}`),
      svg("rect", { class: "hour", x: i, y: 0, width: 1, height: HEIGHT }),
      svg("rect", { class: isOpen ? "bar open" : "bar", x: i + 0.12, y, width: 0.76, height }),
    );
    return group;
  });
  picture.setAttribute("viewBox", `0 0 ${bars.length} ${HEIGHT}`);
  picture.setAttribute("aria-label", wordsOf(bars));
  picture.replaceChildren(...elements, svg("path", { d: `M0 ${zero}H${bars.length}` }));
}

const timeOf = ({ start }) => formatWindow(Date.parse(start) / 1_000, "hour", 86_400, false);

function wordsOf(bars) {
  const most = bars.reduce((a, b) => (b.size > a.size ? b : a), { size: 0 });
  return `The last 24 hours${most.window ? `: most from ${timeOf(most.window)}, ${most.text}` : ""}`;
}
