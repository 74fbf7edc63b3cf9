import { session } from "./session.js";

/** Takes a key or token from a link, or asks for one where the service wants to know who is there. */
export class SignInView {
  #root;
  #button;
  #words;
  #changed;

  /** `button` signs out; `changed()` is called when somebody else is there. */
  constructor(root, button, changed) {
    this.#root = root;
    this.#button = button;
    this.#changed = changed;
    this.#words = root.querySelector("#sign-in-words");
    const input = root.querySelector("input");
    root.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      session.signIn(input.value.trim());
      input.value = "";
      this.#show(false);
      this.#changed();
    });
    button.addEventListener("click", () => {
      session.signOut();
      this.#words.textContent = "";
      this.#changed();
    });
    addEventListener("popstate", () => {
      if (session.arrive()) {
        this.#show(false);
        this.#changed();
      }
    });
    session.arrive();
    this.#show(false);
  }

  get isOpen() {
    return !this.#root.hidden;
  }

  /** The service did not take what it was shown, or was shown nothing. */
  ask() {
    if (!this.isOpen) {
      this.#words.textContent = session.token
        ? "The service does not take this key or token, or does not any more."
        : "";
      session.signOut();
      this.#show(true);
      this.#root.querySelector("input").focus();
    }
  }

  #show(open) {
    this.#root.hidden = !open;
    document.body.dataset.signedOut = String(open);
    this.#button.hidden = open || !session.token;
  }
}
