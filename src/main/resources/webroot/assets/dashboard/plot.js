import { formatShort } from "./numbers.js";
import { svg } from "./svg.js";

/** Space for the labels of the vertical axis, on the left. */
export const MARGIN = 56;

/**
 * An SVG in which one unit is one pixel, that says which sample the pointer is at.
 * `draw(width)` is called when the size changes; `point(x)` when the pointer moves, with null when it leaves.
 */
export class Plot {
  width = 0;
  #element;

  constructor(element, height, draw, point) {
    this.#element = element;
    element.style.height = `${height}px`;
    new ResizeObserver(([entry]) => {
      this.width = Math.round(entry.contentRect.width);
      element.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
      draw();
    }).observe(element);
    element.addEventListener("pointermove", (event) => point(event.offsetX));
    element.addEventListener("pointerleave", () => point(null));
  }

  show(summary, parts) {
    this.#element.setAttribute("aria-label", summary);
    this.#element.replaceChildren(...parts);
  }
}

export const line = (name, x1, y1, x2, y2) =>
  svg("path", { class: name, d: `M${x1} ${y1}L${x2} ${y2}` });

export const label = (x, y, anchor, text) => svg("text", { x, y, "text-anchor": anchor }, text);

/** The vertical scale of bars between `top` and `bottom`; it always has a zero line, and room for something. */
export class BarScale {
  constructor(values, top, bottom) {
    const least = Math.min(0, ...values);
    const most = Math.max(least < 0 ? 0 : 1, ...values);
    this.perUnit = (bottom - top) / (most - least);
    this.zero = bottom + least * this.perUnit;
    this.ends = [
      [most, top + 8],
      [least, bottom],
    ].filter(([value]) => value !== 0);
  }

  /** The lines and labels, for a plot of some width. */
  axis(width, unit = "") {
    return [
      line("grid", MARGIN, this.zero, width, this.zero),
      label(MARGIN - 8, this.zero + 3, "end", "0"),
      ...this.ends.map(([value, y]) => label(MARGIN - 8, y, "end", formatShort(value) + unit)),
    ];
  }

  /** The bar of a value, at least visible unless the value is 0. */
  bar(x, width, value) {
    const height = value === 0 ? 0 : Math.max(1.5, Math.abs(value) * this.perUnit);
    return { x, y: value < 0 ? this.zero : this.zero - height, width, height };
  }
}

/** One path of rectangles, each `{x, y, width, height}`; nothing for those without a height. */
export function bars(name, rectangles) {
  const d = rectangles
    .filter((r) => r.height > 0)
    .map((r) => `M${r.x} ${r.y}h${r.width}v${r.height}h${-r.width}z`);
  return svg("path", { class: name, d: d.join("") });
}
