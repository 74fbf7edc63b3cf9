/** As many as a namespace may have. */
const MOST_LABELS = 8;
const NONE = "(none)";

/** Values of labels, by name, out of texts such as "country:CH"; what is none of these is left out. */
export function parseWhere(texts) {
  const pairs = texts.map((text) => /^([\w.-]+):(.*)$/su.exec(text)).filter((found) => found);
  return Object.fromEntries(pairs.slice(0, MOST_LABELS).map(([, label, value]) => [label, value]));
}

/** The reverse, in an order that does not depend on how one has come there. */
export const wordsOfWhere = (where) =>
  Object.entries(where)
    .map(([label, value]) => `${label}:${value}`)
    .sort();

/** The same as one text, as the service is asked; undefined for no labels. */
export const whereText = (where) =>
  wordsOfWhere(where)
    .map((part) => part.replace(/[\\,]/g, "\\$&"))
    .join(",") || undefined;

export const isFiltered = (where) => Object.keys(where).length > 0;

const countries = new Intl.DisplayNames("en", { type: "region" });

/** The value of a label for people to read: of a country its name. */
export function valueInWords(value, label = "") {
  const isCountry = label === "country" && /^[A-Z]{2}$/.test(value);
  return value === "" ? NONE : isCountry ? countries.of(value) : value;
}

/** Whether two lists have the same labels, in any order. */
const areSame = (some, others) => some.length === others.length && some.every((label) => others.includes(label));

/** By which labels the counters of a namespace are broken down, and what can be asked of them together. */
export class Breakdowns {
  #all;

  /** Of the setting: lists of labels. */
  constructor(all) {
    this.#all = all;
  }

  get isEmpty() {
    return this.#all.length === 0;
  }

  /** The values that labels must have, if there is a series of them; else none. */
  known(where) {
    return this.#has(Object.keys(where)) ? where : {};
  }

  /**
   * The rankings to be shown where labels have some values, each `{by, where, isKept}`. One by labels that have a value
   * shows the others too, so that one can go from one to the next. It is not kept where no breakdown has all these labels.
   */
  rankings(where) {
    const rankings = new Map();
    for (const labels of this.#all) {
      const open = labels.filter((label) => !Object.hasOwn(where, label));
      const by = open.length > 0 ? open : labels;
      const rest = Object.fromEntries(Object.entries(where).filter(([label]) => !by.includes(label)));
      const isKept = this.#has([...by, ...Object.keys(rest)]);
      rankings.set(by.join(), { by, where: rest, isKept });
    }
    return [...rankings.values()];
  }

  /** The values that labels must have after a click on a row: those of the row, or not these any more. */
  toggled(where, values) {
    const chosen = Object.entries(values).every(([label, value]) => where[label] === value);
    return chosen ? this.without(where, Object.keys(values)) : { ...where, ...values };
  }

  /** The same without some labels; without any where there is no series of those that are left. */
  without(where, labels) {
    return this.known(Object.fromEntries(Object.entries(where).filter(([label]) => !labels.includes(label))));
  }

  #has(labels) {
    return this.#all.some((some) => areSame(some, labels));
  }
}
