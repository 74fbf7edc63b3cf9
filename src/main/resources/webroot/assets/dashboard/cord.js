import { svg } from "./svg.js";

const KNOT = 8;
const GAP = 16;
const HEIGHT = 26;

/**
 * Draws a count as a cord of a quipu: a cluster of knots for each decimal digit, the highest next to the main
 * cord; 0 is a bare stretch. The last digit has long knots, and a figure-of-eight where it is 1.
 */
export function drawCord(element, count) {
  const digits = [...(count < 0n ? -count : count).toString()].map(Number);
  const parts = [];
  let x = 20;
  digits.forEach((digit, place) => {
    const units = place === digits.length - 1;
    for (let i = 0; i < digit; i++) {
      parts.push(...knot(x + KNOT / 2, units, digit));
      x += KNOT;
    }
    x += digit === 0 ? KNOT + GAP : GAP;
  });
  const middle = HEIGHT / 2;
  const cord = svg("path", {
    class: "pendant",
    d: `M6 ${middle}C${x * 0.3} ${middle - 3} ${x * 0.6} ${middle + 3} ${x} ${middle}`,
  });
  const main = svg("path", { class: "main", d: `M6 1V${HEIGHT - 1}` });
  element.setAttribute("viewBox", `0 0 ${x + 4} ${HEIGHT}`);
  element.style.aspectRatio = `${x + 4} / ${HEIGHT}`;
  element.classList.toggle("negative", count < 0n);
  const title = svg("title", {});
  title.textContent = "The count as a quipu has it: a cluster of knots for each digit";
  element.replaceChildren(title, cord, main, ...parts);
}

function knot(x, units, digit) {
  const y = HEIGHT / 2;
  if (units && digit === 1) {
    return [-3.5, 3.5].map((dx) => svg("circle", { class: "knot eight", cx: x + dx, cy: y, r: 4 }));
  }
  return [
    svg("ellipse", {
      class: units ? "knot long" : "knot",
      cx: x,
      cy: y,
      rx: 3.4,
      ry: units ? 9 : 6.5,
    }),
  ];
}
