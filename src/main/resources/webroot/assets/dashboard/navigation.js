import { Address } from "./address.js";

/** Where the user is, which the address of the page says, so that it can be shared and the button "back" works. */
export class Navigation {
  address = new Address();
  #show;

  /** `show(to, before)` is called when the user goes somewhere. */
  constructor(show) {
    this.#show = show;
    addEventListener("popstate", () => this.begin());
  }

  /** Shows what the address of the page says. */
  begin() {
    this.#enter(Address.parse(location.hash));
  }

  /** Shows what an address says, and has the button "back" lead to what was shown before. */
  go(to) {
    if (String(to) === String(this.address)) {
      return;
    }
    history.pushState(null, "", String(to));
    this.#enter(to);
  }

  /** The same without a way back: a search has one address, not one for each letter. */
  replace(to) {
    history.replaceState(null, "", String(to));
    this.#enter(to);
  }

  #enter(to) {
    const before = this.address;
    this.address = to;
    this.#show(to, before);
  }
}
