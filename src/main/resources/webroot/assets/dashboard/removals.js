import { deleteNamespace, purgeCounter } from "./api.js";
import { Removal } from "./removal.js";

/** What can be deleted on the page of a namespace: the counter that is looked at, and the namespace. */
export class Removals {
  #counter;
  #namespace;

  /** `counterRemoved(counter)` and `namespaceRemoved()` are called when either has been deleted. */
  constructor({ counter, namespace }, { counterRemoved, namespaceRemoved }) {
    this.#counter = new Removal(counter, {
      remove: ({ namespace: of, name }) => purgeCounter(of, name),
      removed: counterRemoved,
    });
    this.#namespace = new Removal(namespace, {
      remove: ({ name }) => deleteNamespace(name),
      removed: namespaceRemoved,
    });
  }

  /** Offers to delete a namespace, unless it is the one that always exists. */
  offerNamespace(name) {
    this.#namespace.offer(name === "default" ? null : { name });
  }

  /** Offers to delete a counter; none for null. */
  offerCounter(counter) {
    this.#counter.offer(counter);
  }
}
