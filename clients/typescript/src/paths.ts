/** The path of a namespace. */
export function namespacePath(namespace: string): string {
  return `/v1/counters/${segment(namespace, "namespace")}`;
}

/** The path of the settings of a namespace. */
export function settingsPath(namespace: string): string {
  return `/v1/namespaces/${segment(namespace, "namespace")}`;
}

/** The path of a counter; `top` by itself would be the ranking. */
export function counterPath(namespace: string, counter: string): string {
  return `${namespacePath(namespace)}/${counter === "top" ? "%74op" : segment(counter, "counter")}`;
}

/** Whether a name can be a part of a path: `.` and `..` are taken out of every URL, however they are written. */
export function isAddressable(name: string): boolean {
  return name !== "." && name !== ".." && name !== "";
}

/** Parameters that are given, as a query. */
export function query(parameters: Record<string, string | number | Date | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value]) => {
    const text = value instanceof Date ? value.toISOString() : String(value);
    return `${name}=${encodeURIComponent(text)}`;
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/**
 * The labels of `by`, or else those of `where`, as one text.
 *
 * @throws TypeError where there is none
 */
export function byOf(by: readonly string[], where: Readonly<Record<string, string>>): string {
  const labels = by.length > 0 ? by : Object.keys(where);
  if (labels.length === 0) {
    throw new TypeError('by or where must name a label, such as by: ["country"] or where: { country: "CH" }');
  }
  return labels.join(",");
}

/** The values that labels must have, as one text, with backslashes and commas escaped. */
export function whereOf(where: Readonly<Record<string, string>>): string | undefined {
  const parts = Object.entries(where).map(([label, value]) => `${label}:${value.replace(/[\\,]/g, "\\$&")}`);
  return parts.length === 0 ? undefined : parts.join(",");
}

function segment(name: string, what: string): string {
  if (!isAddressable(name)) {
    const advice = what === "counter" ? "; get and getMany read it" : "";
    throw new TypeError(`the ${what} "${name}" cannot be a part of a URL, which drops dots: give it another name${advice}`);
  }
  return encodeURIComponent(name);
}
