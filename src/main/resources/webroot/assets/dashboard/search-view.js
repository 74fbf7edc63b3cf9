import { Address } from "./address.js";
import { Combobox } from "./combobox.js";
import { onKeys } from "./keys.js";
import { foundWords, search } from "./search.js";

const NAMESPACE = /^[a-z][a-z0-9_-]{0,47}$/;

/** The search of the page: it finds counters and namespaces by any part of their names. `/` leads to it. */
export class SearchView {
  #here = "";

  /** `go(address)` is called when the user has chosen something. */
  constructor(root, go) {
    const box = new Combobox(root, {
      find: (text, show, isWanted) => this.#find(text, show, isWanted),
      chosen: ({ namespace, counter }) => go(new Address({ namespace, counter })),
    });
    onKeys({
      "/": (event) => {
        if (root.checkVisibility()) {
          event.preventDefault();
          box.focus();
        }
      },
    });
  }

  /** The namespace that is open, or none. */
  show({ namespace }) {
    this.#here = namespace;
  }

  async #find(text, show, isWanted) {
    if (text === "") {
      show({ options: [], words: "", done: true });
      return;
    }
    await search(text, this.#here, isWanted, (found) => {
      const options = [...found.namespaces.slice(0, 4).map(namespaceOption), ...found.counters.map(counterOption)];
      const isNew = found.done && options.length === 0 && NAMESPACE.test(text);
      show({
        options: isNew ? [{ key: text, name: text, detail: "open as a namespace", namespace: text }] : options,
        words: foundWords(found.namespaces.length + found.counters.length, found.limits, text),
        done: found.done,
      });
    });
  }
}

const namespaceOption = (namespace) => ({ key: namespace, name: namespace, detail: "namespace", namespace });

const counterOption = ({ namespace, name }) => ({
  key: `${namespace}/${name}`,
  name,
  detail: namespace,
  namespace,
  counter: name,
});
