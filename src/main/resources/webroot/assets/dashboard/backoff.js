const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/** How long to wait before an attempt (0 is the first repetition): doubles, and is jittered so that pages do not come back together. */
export function backoff(attempt) {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

export const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
