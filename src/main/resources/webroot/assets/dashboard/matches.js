/** Whether a name has a text in it, in capitals or small letters. */
export const hasText = (name, text) => name.toLowerCase().includes(text.toLowerCase());

const order = new Intl.Collator("en", { numeric: true }).compare;

/** The names that have a text in them: first those that begin so, then those with a part that does. */
export function matching(names, text) {
  const wanted = text.toLowerCase();
  return names
    .map((name) => ({ name, place: name.toLowerCase().indexOf(wanted) }))
    .filter(({ place }) => place >= 0)
    .map((found) => ({ ...found, rank: rankOf(found) }))
    .sort((a, b) => a.rank - b.rank || order(a.name, b.name))
    .map(({ name }) => name);
}

function rankOf({ name, place }) {
  if (place === 0) {
    return 0;
  }
  return /[\p{L}\p{N}]/u.test(name[place - 1]) ? 2 : 1;
}
