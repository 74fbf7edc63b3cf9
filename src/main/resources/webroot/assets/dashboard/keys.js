/**
 * Has keys do something while nobody types, nothing lies over the page, and no other key is held. `actions` has a function for
 * each, by the name of the key, which takes the event.
 */
export function onKeys(actions) {
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select");
    const isBehind = document.querySelector("dialog[open], [data-signed-out=true]");
    if (!isTyping && !isBehind && !event.ctrlKey && !event.metaKey && !event.altKey) {
      actions[event.key]?.(event);
    }
  });
}
