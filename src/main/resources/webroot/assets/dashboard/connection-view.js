const WORDS = {
  connecting: "Connecting",
  open: "Live",
  waiting: "Not connected",
  held: "Signed out",
};

/** Whether the counts are live, in words. */
export class ConnectionView {
  #root;
  #live;

  constructor(root, live) {
    this.#root = root;
    this.#live = live;
    this.update();
  }

  update() {
    this.#root.dataset.state = this.#live.state;
    this.#root.querySelector("#connection-words").textContent = WORDS[this.#live.state];
    this.tick();
  }

  /** Counts down to the next attempt. */
  tick() {
    const seconds = Math.max(1, Math.ceil((this.#live.retryAt - Date.now()) / 1000));
    this.#root.querySelector("#connection-countdown").textContent =
      this.#live.state === "waiting" ? `again in ${seconds} s` : "";
  }
}
