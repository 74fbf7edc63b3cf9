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
    this.#show(`There is no namespace “${namespace}” yet.`, { missing: true });
  }

  /** What was looked for is not there, others may be. */
  showNone(search, note) {
    this.#show(`No counter has “${search}” in its name. ${note}`.trim(), {});
  }

  /** There are no counters. */
  showEmpty(namespace, kind) {
    this.#show(`Nothing is counted in “${namespace}” yet.`, { empty: true });
    // Names of namespaces have nothing that a shell would take for its own.
    const body = kind.event && ` -H 'Content-Type: application/json' -d '${kind.event}'`;
    this.#root.querySelector("code").textContent =
      `curl -X POST '${location.origin}/v1/counters/${namespace}/hello/events'${body}`;
  }

  #show(words, { missing = false, empty = false }) {
    const find = (selector) => this.#root.querySelector(selector);
    this.#root.hidden = false;
    find(".empty-words").textContent = words;
    find(".empty-action").hidden = !missing;
    find(".empty-try").hidden = !empty;
  }
}
