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
