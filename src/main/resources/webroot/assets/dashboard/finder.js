import { hasEvents, namesAfter } from "./api.js";

const SIMILAR = 5;

/** Finds a counter by its name, and says so when there is none: nothing comes to be by looking for it. */
export class Finder {
  #root;
  #report;
  #found;
  #wanted = null;
  #again = false;

  /** `found(name)` hears of a counter that exists or is to be watched all the same; `report(problem)` of failures. */
  constructor(root, { report, found }) {
    this.#root = root;
    this.#report = report;
    this.#found = found;
    root.querySelector("#watch-anyway").addEventListener("click", () => {
      this.#choose(this.#wanted.name);
    });
  }

  /** Looks for a counter in the open namespace. */
  async find(namespace, name) {
    const wanted = { namespace, name };
    this.#wanted = wanted;
    this.#again = false;
    this.#root.hidden = true;
    let exists;
    let names;
    try {
      exists = await hasEvents(namespace, name);
      names = exists ? [] : await namesAfter(namespace, name, SIMILAR);
    } catch (problem) {
      if (wanted === this.#wanted) {
        this.#again = problem.temporary;
        this.#report(problem);
      }
      return;
    }
    if (wanted !== this.#wanted) {
      return;
    }
    this.#report(null);
    if (exists) {
      this.#choose(name);
    } else {
      this.#showMissing(
        wanted,
        names.filter((other) => other.startsWith(name)),
      );
    }
  }

  /** Looks again, if the last time it could not. */
  retry() {
    if (this.#again) {
      this.find(this.#wanted.namespace, this.#wanted.name);
    }
  }

  /** Forgets what was looked for. */
  reset() {
    this.#wanted = null;
    this.#again = false;
    this.#root.hidden = true;
    this.#report(null);
  }

  #choose(name) {
    this.reset();
    this.#found(name);
  }

  #showMissing({ namespace, name }, similar) {
    this.#root.querySelector("#find-words").textContent =
      `There is no counter “${name}” in “${namespace}”: nothing was ever recorded there.`;
    const list = this.#root.querySelector("#find-similar");
    list.hidden = similar.length === 0;
    list.querySelector("span").replaceChildren(...similar.map((other) => this.#button(other)));
    this.#root.hidden = false;
  }

  #button(name) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", () => this.#choose(name));
    return button;
  }
}
