/** Shows a number. From the first digit that is another one on, all roll into their places, unless motion is unwanted. */
export function roll(element, text) {
  const before = element.textContent;
  if (text === before) {
    return;
  }
  if (before.length !== text.length) {
    element.textContent = text;
    return;
  }
  const at = [...text].findIndex((character, i) => character !== before[i]);
  const changed = document.createElement("span");
  changed.className = "rolled";
  changed.textContent = text.slice(at);
  element.replaceChildren(text.slice(0, at), changed);
}
