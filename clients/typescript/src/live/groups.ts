import type { CounterRef } from "../reader.js";

/** Most names of one message: even the longest, each byte written with six, are far below what a message may have. */
const MOST = 100;

/** Counters in the groups in which they are subscribed: of one namespace each, and not too many. */
export function groups(counters: readonly CounterRef[]): { namespace: string; counters: string[] }[] {
  const byNamespace = new Map<string, string[]>();
  for (const { namespace, counter } of counters) {
    const names = byNamespace.get(namespace);
    if (names) {
      names.push(counter);
    } else {
      byNamespace.set(namespace, [counter]);
    }
  }
  const all: { namespace: string; counters: string[] }[] = [];
  for (const [namespace, names] of byNamespace) {
    for (let from = 0; from < names.length; from += MOST) {
      all.push({ namespace, counters: names.slice(from, from + MOST) });
    }
  }
  return all;
}
