import { onKeys } from "./keys.js";

/** The view for a screen that is only looked at: no controls, everything large, and the whole screen if one wants. */
export class Watching {
  #screen;

  /** `wanted(watching)` is called when the user wants this view, or not any more. */
  constructor({ start, stop, screen }, wanted) {
    this.#screen = screen;
    start.addEventListener("click", () => wanted(true));
    stop.addEventListener("click", () => wanted(false));
    screen.hidden = !document.fullscreenEnabled;
    screen.addEventListener("click", () => this.#toggleScreen());
    document.addEventListener("fullscreenchange", () => {
      screen.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
    });
    onKeys({
      w: () => wanted(!this.on),
      f: () => document.fullscreenEnabled && this.#toggleScreen(),
      Escape: () => this.on && !document.fullscreenElement && wanted(false),
    });
  }

  get on() {
    return document.body.dataset.view === "watch";
  }

  show(watching) {
    document.body.dataset.view = watching ? "watch" : "";
  }

  #toggleScreen() {
    if (document.fullscreenElement) {
      document.exitFullscreen();
    } else {
      document.documentElement.requestFullscreen();
    }
    this.#screen.blur();
  }
}
