import { Problem } from "./api.js";
import { matching } from "./matches.js";
import { nameLists } from "./name-lists.js";
import { formatCount, plural } from "./numbers.js";

/** So many names of the open namespace are looked through, and of each other one; and so many others. */
const MOST_HERE = 10_000;
const MOST_ELSEWHERE = 1_000;
const MOST_NAMESPACES = 100;
const AT_ONCE = 4;
const MOST_FOUND = 50;

/**
 * Looks for a text in the names of counters, of the open namespace first. `show({namespaces, counters, limits, done})` is
 * called whenever more is known; `limits` has sentences on what was not looked through. It ends when `isWanted()` is false.
 */
export async function search(text, here, isWanted, show) {
  const listed = await nameLists.namespaces(text);
  const names = [...new Set([...(here ? [here] : []), ...listed.names])];
  const looked = names.slice(0, MOST_NAMESPACES);
  const answers = [];
  let next = 0;
  const found = () => answers.flatMap(({ counters }) => counters).slice(0, MOST_FOUND);
  const limits = () => answers.map(({ limit }) => limit).filter((words) => words);
  const showAll = (done, more = []) =>
    isWanted() &&
    show({ namespaces: matching(listed.names, text), counters: found(), limits: [...limits(), ...more], done });
  const lookOn = async () => {
    while (next < looked.length && isWanted() && found().length < MOST_FOUND) {
      const place = next++;
      answers[place] = await searchWithin(looked[place], text, looked[place] === here ? MOST_HERE : MOST_ELSEWHERE);
      showAll(false);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookOn));
  const isCut = names.length > looked.length || !listed.isWhole;
  showAll(true, isCut ? [`Only ${looked.length} namespaces were looked through.`] : []);
}

/** Looks for a text in the names of one namespace: `{counters: [{namespace, name}], limit}`. */
export async function searchWithin(namespace, text, most = MOST_HERE) {
  try {
    const { names, isWhole, known } = await nameLists.counters(namespace, most, text);
    return {
      counters: matching(names, text).map((name) => ({ namespace, name })),
      limit: isWhole ? "" : limitOf(namespace, known ?? names.length),
    };
  } catch (problem) {
    if (!(problem instanceof Problem)) {
      throw problem;
    }
    const isNone = [403, 404].includes(problem.status);
    return { counters: [], limit: isNone ? "" : `“${namespace}” could not be searched. ${problem.words}` };
  }
}

const limitOf = (namespace, known) =>
  known === 0
    ? `In “${namespace}” only how names begin was looked at.`
    : `In “${namespace}” the first ${formatCount(known)} names were looked through; of the others, how they begin.`;

/** How much was found, and of what that is not all, in words. */
export const foundWords = (found, limits, text) =>
  [found === 0 ? `No name has “${text}” in it.` : `${plural(found, "name")}.`, ...limits.slice(0, 2)].join(" ");
