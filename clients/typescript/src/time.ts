/** Something that will happen, unless it is cancelled before. */
export interface Timer {
  cancel(): void;
}

/** What the client knows of time; tests have one that they move by hand. */
export interface Time {
  /** Milliseconds from any origin, never backwards. */
  now(): number;
  after(ms: number, run: () => void): Timer;
}

export const systemTime: Time = {
  now: () => performance.now(),
  after(ms, run) {
    const timeout = setTimeout(run, Math.max(0, ms));
    return { cancel: () => clearTimeout(timeout) };
  },
};

/** Resolves after so long. */
export function pause(time: Time, ms: number): Promise<void> {
  return new Promise((resolve) => time.after(ms, resolve));
}
