/** Shows the changes of some seconds as a sparkline in a row. */
export function showSpark(row, points) {
  row.classList.toggle(
    "still",
    points.every(({ change }) => !change),
  );
  row.querySelector(".spark path").setAttribute("d", sparkline(points));
}

/** The path of a sparkline in a box of 60 by 20. */
function sparkline(points) {
  const changes = points.map((point) => point.change ?? 0);
  const most = Math.max(1, ...changes.map(Math.abs));
  const y = (change) => (19 - (Math.abs(change) / most) * 17).toFixed(1);
  return changes
    .map(
      (change, i) =>
        `${i === 0 ? "M" : "L"}${((i * 60) / (points.length - 1)).toFixed(1)} ${y(change)}`,
    )
    .join("");
}
