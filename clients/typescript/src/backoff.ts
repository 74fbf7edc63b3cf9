const FIRST_MS = 50;
const MOST_MS = 5_000;

/**
 * How long to wait before an attempt is repeated: 50 ms, doubled each time, at most 5 s, and of that a part drawn between
 * half and all, so that many clients do not come back together.
 *
 * @param failures how many attempts have failed in a row, from 1
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 30));
  return whole / 2 + (whole / 2) * random();
}
