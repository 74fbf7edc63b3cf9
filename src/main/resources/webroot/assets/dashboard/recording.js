import { wordsOfWhere } from "./labels.js";

/**
 * Whether clicks record events. Off until the user switches it on: what is recorded stays. It is not remembered, and
 * goes off when another namespace is opened.
 */
export class Recording {
  #input;
  #words;
  #changed;

  /** `changed(on)` is called when it was switched. */
  constructor(root, changed) {
    this.#input = root.querySelector("input");
    this.#words = root.querySelector("#recording-words");
    this.#changed = changed;
    this.#input.addEventListener("change", () => this.#show());
    // Some browsers put the state of a form back when a page is loaded again.
    this.switchOff();
  }

  get on() {
    return this.#input.checked;
  }

  switchOff() {
    this.#input.checked = false;
    this.#show();
  }

  #show() {
    document.body.dataset.recording = this.on ? "on" : "off";
    this.#words.textContent = this.on ? "Recording is on" : "Recording is off";
    this.#changed(this.on);
  }
}

/** What a click on +1 does, in words. */
export function effect({ namespace, name, where }) {
  const labels = wordsOfWhere(where).join(", ");
  return `adds 1 event to ${namespace}/${name}${labels && ` with ${labels}`}`;
}
