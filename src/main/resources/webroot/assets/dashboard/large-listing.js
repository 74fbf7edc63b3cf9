import { listCounters, topCounters } from "./api.js";
import { hasText } from "./matches.js";
import { plural } from "./numbers.js";
import { searchWithin } from "./search.js";

export const PAGE = 100;
const MOST_RANKED = 1_000;

/**
 * Some of the counters of a namespace that has too many to know them all: by name a page after `after`, else the first of
 * a ranking. `{counters, next, total, within, note}`: how many begin with the text, and how many more
 * have it inside; the note says what was not looked through for the text.
 */
export async function someOf(counters, { search, order }, after, total) {
  const beginning = await beginningWith(counters, search, order, after, total);
  if (search === "" || beginning.next !== undefined) {
    return beginning;
  }
  const { counters: found, limit } = await searchWithin(counters.namespace, search);
  const within = found.map(({ name }) => name).filter((name) => !name.startsWith(search) && hasText(name, search));
  const more = within.length > PAGE ? `Of ${plural(within.length, "name")} with “${search}” inside, ${PAGE} are listed.` : "";
  return {
    counters: [...beginning.counters, ...within.slice(0, PAGE).map((counter) => ({ counter }))],
    total: beginning.total,
    within: within.length,
    note: [limit, more].filter((words) => words).join(" "),
  };
}

/** The service finds counters by how their names begin, whatever their number is. */
async function beginningWith(counters, search, order, after, known) {
  const { namespace, kind } = counters;
  const prefix = search && { prefix: search };
  if (order === "name") {
    const page = await listCounters(namespace, { limit: PAGE, ...prefix, ...(after && { after }) });
    // How many there are is what a ranking knows.
    const total = known ?? (await topCounters(namespace, { n: 1, ...prefix })).total;
    return { ...page, total };
  }
  const largest = await topCounters(namespace, { n: MOST_RANKED, ...prefix });
  const granularity = order === "rate" && kind.hasCount && kind.windows[0];
  if (!granularity) {
    return { counters: largest.counters, total: largest.total };
  }
  // What they have counted in a window is not their count, which the live connection says.
  const busiest = await topCounters(namespace, { n: MOST_RANKED, ...prefix, granularity });
  const busy = busiest.counters.map(({ counter }) => ({ counter }));
  const names = new Set(busy.map(({ counter }) => counter));
  const others = largest.counters.filter(({ counter }) => !names.has(counter));
  return { counters: [...busy, ...others], total: largest.total };
}
