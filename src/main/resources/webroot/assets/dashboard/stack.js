/**
 * Puts lines upon each other: `[times, ...values]`, null where a line has no point, becomes the same times with the sum of
 * all lines first, then of all but the last, down to the first line alone. Between its points a line is straight; before
 * the first and after the last one that it has, it is not there.
 */
export function stackOf([times, ...lines]) {
  const layers = [];
  let below = times.map(() => 0);
  for (const line of lines) {
    const whole = filled(times, line);
    below = below.map((sum, i) => sum + whole[i]);
    layers.unshift(below);
  }
  return [times, ...layers];
}

function filled(times, line) {
  const whole = line.map((value) => value ?? 0);
  let last = -1;
  line.forEach((value, i) => {
    if (value === null || value === undefined) {
      return;
    }
    for (let between = last + 1; last >= 0 && between < i; between++) {
      const part = (times[between] - times[last]) / (times[i] - times[last]);
      whole[between] = line[last] + (value - line[last]) * part;
    }
    last = i;
  });
  return whole;
}
