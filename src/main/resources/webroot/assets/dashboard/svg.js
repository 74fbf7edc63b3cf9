const NAMESPACE = "http://www.w3.org/2000/svg";

/** An SVG element with attributes, perhaps with a text. */
export function svg(tag, attributes, text) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  if (text !== undefined) {
    element.textContent = text;
  }
  return element;
}
