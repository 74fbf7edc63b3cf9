/** Asks for a name to be typed before what has it is deleted for good. */
export class Removal {
  #root;
  #form;
  #input;
  #button;
  #error;
  /** What is to be deleted; null for nothing. */
  #subject = null;
  #busy = false;

  /**
   * `remove(subject)` deletes it, and may fail with a Problem; `removed(subject)` is called afterwards. A subject has a
   * `name`.
   */
  constructor(root, { remove, removed }) {
    this.#root = root;
    this.#form = root.querySelector("form");
    this.#input = root.querySelector("input");
    this.#button = root.querySelector("button");
    this.#error = root.querySelector(".error");
    this.#input.addEventListener("input", () => this.#update());
    // It comes late, perhaps after somebody has begun to type.
    root.addEventListener("toggle", () => root.open || this.#clear());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.#button.disabled) {
        this.#remove(remove, removed);
      }
    });
  }

  /** Offers to delete a subject, or nothing for null. */
  offer(subject) {
    this.#root.hidden = subject === null;
    if (subject?.name !== this.#subject?.name || subject?.namespace !== this.#subject?.namespace) {
      this.#root.open = false;
      this.#clear();
    }
    this.#subject = subject;
    for (const name of this.#root.querySelectorAll("bdi")) {
      name.textContent = subject?.name ?? "";
    }
  }

  #clear() {
    this.#input.value = "";
    this.#error.textContent = "";
    this.#update();
  }

  #update() {
    this.#button.disabled = this.#busy || !this.#subject || this.#input.value !== this.#subject.name;
  }

  async #remove(remove, removed) {
    const subject = this.#subject;
    this.#busy = true;
    this.#error.textContent = "";
    this.#update();
    try {
      await remove(subject);
      this.#input.value = "";
      removed(subject);
    } catch (problem) {
      if (subject === this.#subject) {
        this.#error.textContent = problem.words ?? String(problem);
      }
    } finally {
      this.#busy = false;
      this.#update();
    }
  }
}
