import { listCounters, listNamespaces } from "./api.js";
import { hasText } from "./matches.js";

const PAGE = 1_000;
const MOST_NAMESPACES = 200;
const MOST_BEGINNING = 20;
const FRESH_MS = 30_000;
/** A list without what is looked for is asked for again: it may be new. */
const FRESH_WITHOUT_MS = 1_000;

/**
 * The names that the service has, as far as they are asked for: so many of each namespace at most, kept for a while. The
 * service finds names by how they begin; where not all of them are known, that is asked as well.
 */
class NameLists {
  /** What was asked -> `{at, list}`, where a list is a promise of `{names, isWhole}`. */
  #lists = new Map();

  /** The first namespaces, and those that begin so. */
  async namespaces(beginning) {
    const first = await this.#kept("", async () => namespacesOf({ limit: MOST_NAMESPACES }));
    return first.isWhole || !beginning
      ? first
      : withMore(first, await namespacesOf({ limit: MOST_BEGINNING, prefix: beginning }));
  }

  /** The first `most` counters of a namespace, and those that begin so. Fails with a Problem. */
  async counters(namespace, most, beginning) {
    const ask = async () => firstOf(namespace, most);
    const first = await this.#keptWith(beginning, `${most} ${namespace}`, ask).catch((problem) => {
      if (problem.status === 403 && beginning) {
        // A key may be for those that begin in some way.
        return { names: [], isWhole: false };
      }
      throw problem;
    });
    return first.isWhole || !beginning
      ? first
      : withMore(first, await countersOf(namespace, { limit: MOST_BEGINNING, prefix: beginning }));
  }

  /** Forgets all: there are others now, or somebody else asks. */
  forget() {
    this.#lists.clear();
  }

  async #keptWith(text, key, ask) {
    const list = await this.#kept(key, ask);
    const isThere = !text || list.names.some((name) => hasText(name, text));
    return isThere ? list : this.#kept(key, ask, FRESH_WITHOUT_MS);
  }

  async #kept(key, ask, fresh = FRESH_MS) {
    const kept = this.#lists.get(key);
    if (kept && Date.now() - kept.at < fresh) {
      return kept.list;
    }
    const list = ask();
    this.#lists.set(key, { at: Date.now(), list });
    list.catch(() => this.#lists.delete(key));
    return list;
  }
}

async function firstOf(namespace, most) {
  const names = [];
  let after;
  do {
    const page = await countersOf(namespace, { limit: PAGE, ...(after && { after }) });
    names.push(...page.names);
    after = page.next;
  } while (after !== undefined && names.length < most);
  return { names, isWhole: after === undefined };
}

async function countersOf(namespace, query) {
  const { counters, next } = await listCounters(namespace, query);
  return { names: counters.map(({ counter }) => counter), next };
}

async function namespacesOf(query) {
  const { namespaces, next } = await listNamespaces(query);
  return { names: namespaces.map(({ namespace }) => namespace), isWhole: next === undefined };
}

const withMore = (first, { names }) => ({ ...first, names: [...new Set([...first.names, ...names])], known: first.names.length });

export const nameLists = new NameLists();
