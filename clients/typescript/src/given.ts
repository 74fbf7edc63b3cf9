/** The names of all members that a T may have. */
export type Names<T> = { readonly [K in keyof T]-?: true };

/**
 * What a program gives by name. A name that is not known is refused, as it would be passed over otherwise: a counter of
 * another namespace would be read than was meant.
 *
 * @throws TypeError that names what is not known
 */
export function known<T extends object>(of: string, given: T, names: Names<T>): T {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new TypeError(`${of} takes an object with ${listed(names)}, not ${shown(given)}`);
  }
  for (const name of Object.keys(given)) {
    if (!Object.keys(names).includes(name)) {
      throw new TypeError(`${of} has no option "${name}", but ${listed(names)}`);
    }
  }
  return given;
}

/** @throws TypeError where it is anything else */
export function text(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "") {
    throw new TypeError(`${name} must be a text that is not empty, not ${shown(value)}`);
  }
  return value;
}

/** @throws TypeError where it is anything else */
export function list<T>(name: string, value: readonly T[]): readonly T[] {
  if (!Array.isArray(value)) {
    throw new TypeError(`${name} must be an array, not ${shown(value)}`);
  }
  return value;
}

/** @throws TypeError where it is neither of these types nor left out */
export function optional<T>(name: string, value: T, ...types: string[]): T {
  if (value !== undefined && !types.includes(typeof value)) {
    throw new TypeError(`${name} must be a ${types.join(" or a ")}, not ${shown(value)}`);
  }
  return value;
}

/** @throws TypeError where it is no object of texts */
export function texts(name: string, value: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const all = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!all || Object.values(value).some((each) => typeof each !== "string")) {
    throw new TypeError(`${name} must be an object of texts, not ${shown(value)}`);
  }
  return { ...value };
}

/** @throws RangeError where it is outside, or no integer */
export function within(name: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} must be an integer from ${least} to ${most}, not ${shown(value)}`);
  }
  return value;
}

function listed(names: object): string {
  return Object.keys(names).join(", ");
}

/** A value in an error, as a program writes it; of an object only that it is one. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "function") {
    return "a function";
  }
  if (Array.isArray(value)) {
    return "an array";
  }
  return typeof value === "object" && value !== null && !(value instanceof Date) ? "an object" : String(value);
}
