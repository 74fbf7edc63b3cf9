/** A text or a number of JSON; there is nothing else in it that has digits. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * Reads JSON without losing digits. An integer of 16 digits or more, which a `number` may not hold, becomes a text of its
 * digits; {@link integer} takes both.
 *
 * @throws SyntaxError if it is no JSON
 */
export function parseExactly(text: string): unknown {
  return JSON.parse(
    /\d{16}/.test(text)
      ? text.replace(TEXT_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token))
      : text,
  );
}

/** The members of an object. */
export type Members = Record<string, unknown>;

/**
 * @throws TypeError if it is no object
 */
export function members(value: unknown, name: string): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(`${name} is not an object`);
  }
  return value as Members;
}

/**
 * @throws TypeError if it is no array
 */
export function elements(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) {
    throw new TypeError(`${name} is not an array`);
  }
  return value;
}

/**
 * An integer of any size, as {@link parseExactly} leaves it.
 *
 * @throws TypeError if it is none
 */
export function integer(value: unknown, name: string): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value)) {
    return BigInt(value);
  }
  if (typeof value === "string" && LONG_INTEGER.test(value)) {
    return BigInt(value);
  }
  throw new TypeError(`${name} is not an integer`);
}

/**
 * A number of any kind, as a floating-point one.
 *
 * @throws TypeError if it is none
 */
export function decimal(value: unknown, name: string): number {
  if (typeof value === "number") {
    return value;
  }
  return Number(integer(value, name));
}

/**
 * @throws TypeError if it is no text
 */
export function text(value: unknown, name: string): string {
  if (typeof value !== "string") {
    throw new TypeError(`${name} is not a text`);
  }
  return value;
}

/**
 * A time in RFC 3339.
 *
 * @throws TypeError if it is none
 */
export function date(value: unknown, name: string): Date {
  const found = new Date(text(value, name));
  if (Number.isNaN(found.getTime())) {
    throw new TypeError(`${name} is not a time`);
  }
  return found;
}

/** JSON in which a `bigint` is an integer with all its digits. */
export function jsonOf(value: unknown): string {
  const mark = "\u0000";
  const marked = JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${mark}${each}` : each));
  return marked.replace(/"\\u0000(-?\d+)"/g, "$1");
}
