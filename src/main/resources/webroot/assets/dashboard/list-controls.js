import { nameError } from "./counters.js";

const TYPING_MS = 250;

/** What the user says about which counters or namespaces to see: with which text in their names, in which order, which page. */
export class ListControls {
  #typing = null;
  #address = null;

  /**
   * `search(text)`, `order(order)`, `turn(by)` (1 for the next page, -1 for the one before) and `find(name)` are called
   * when the user asks for it.
   */
  constructor({ search, order, turn, find }) {
    const searches = [$("counter-name"), $("namespace-prefix")];
    searches.forEach((input) =>
      input.addEventListener("input", () => {
        clearTimeout(this.#typing);
        $("name-error").hidden = true;
        this.#typing = setTimeout(() => search(input.value), TYPING_MS);
      }),
    );
    for (const group of document.querySelectorAll(".orders")) {
      group.addEventListener("click", ({ target }) => target.dataset.order && order(target.dataset.order));
    }
    $("page-before").addEventListener("click", () => turn(-1));
    $("page-after").addEventListener("click", () => turn(1));
    $("find-form").addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(this.#typing);
      const name = $("counter-name").value;
      const error = nameError(name);
      $("name-error").textContent = error;
      $("name-error").hidden = error === "";
      if (error === "") {
        search(name);
        find(name);
      }
    });
  }

  /** Shows what an address says. */
  show(address) {
    if (address.namespace !== this.#address?.namespace) {
      clearTimeout(this.#typing);
    }
    const input = address.namespace ? $("counter-name") : $("namespace-prefix");
    if (input !== document.activeElement || address.namespace !== this.#address?.namespace) {
      input.value = address.search;
    }
    this.#address = address;
    const order = address.order || (address.namespace ? "count" : "rate");
    for (const button of document.querySelectorAll(".orders button[data-order]")) {
      button.setAttribute("aria-pressed", String(button.dataset.order === order));
    }
  }

  /** Shows which counters these are of how many. */
  showPlace(listing, shown) {
    const { before, after, first } = listing.place;
    $("pages").hidden = !before && !after;
    $("page-before").disabled = !before;
    $("page-after").disabled = !after;
    const of = listing.total === null ? "" : ` of ${listing.total.toLocaleString("en")}`;
    $("page-words").textContent = `${first.toLocaleString("en")} to ${(first + shown - 1).toLocaleString("en")}`;
    $("list-note").textContent = shown === 0 ? "" : listing.note;
    $("list-total").textContent =
      shown === 0 ? "" : before || after ? `${shown}${of} counters` : `${shown} ${shown === 1 ? "counter" : "counters"}`;
  }
}

const $ = (id) => document.getElementById(id);
