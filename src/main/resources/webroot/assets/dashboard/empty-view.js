/** What to do in a namespace without counters, or one that does not exist. */
export class EmptyView {
  #root;

  /** `create()` is called when the user wants the namespace to exist. */
  constructor(root, create) {
    this.#root = root;
    root.querySelector(".empty-action button").addEventListener("click", create);
  }

  hide() {
    this.#root.hidden = true;
  }

  showMissing(namespace) {
    this.#show(`There is no namespace “${namespace}” yet.`, true, namespace);
  }

  showEmpty(namespace) {
    this.#show(
      `Nothing is counted in “${namespace}” yet.`,
      false,
      namespace,
    );
  }

  #show(words, missing, namespace) {
    const find = (selector) => this.#root.querySelector(selector);
    this.#root.hidden = false;
    find(".empty-words").textContent = words;
    find(".empty-action").hidden = !missing;
    find(".empty-try").hidden = missing;
    find("code").textContent =
      `curl -X POST ${location.origin}/v1/counters/${namespace}/hello/events`;
  }
}
