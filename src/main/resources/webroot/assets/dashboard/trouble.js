import { formatTime, plural } from "./numbers.js";

/** Says in words what the service cannot do at present, and takes it back when it can again. */
export class Trouble {
  #notice;
  #isDot = false;
  /** source -> problem; a source is what the page was trying to do. */
  #problems = new Map();
  #unsent = 0;
  #downSince = null;

  /** `retry` is called when the user does not want to wait. */
  constructor(root, retry) {
    this.#notice = root.querySelector(".notice");
    this.#notice.querySelector("button").addEventListener("click", retry);
  }

  /** A source met a problem, or none (null). */
  report(source, problem) {
    // Map keeps the order of insertion: the latest problem comes last.
    this.#problems.delete(source);
    if (problem) {
      this.#problems.set(source, problem);
    }
    this.#render();
  }

  /** Somebody else is there, or tries again: what was refused may be allowed. */
  clear() {
    this.#problems.clear();
    this.#render();
  }

  /** How many clicks wait to be recorded. */
  waiting(unsent) {
    this.#unsent = unsent;
    this.#render();
  }

  /** Since when the live connection has been down; null if it is not. */
  liveDownSince(time) {
    this.#downSince = time;
    this.#render();
  }

  /** Whether there is a dot on a wall, whose title has the words. */
  showAsDot(isDot) {
    this.#isDot = isDot;
    this.#render();
  }

  #render() {
    const problem = [...this.#problems.values()].at(-1);
    const sentences = [...this.#ofService(problem), ...this.#ofLive(problem), ...this.#ofClicks()];
    const text = sentences.join(" ");
    const words = this.#notice.querySelector("p");
    if (words.textContent !== text) {
      // Only then: screen readers read it again whenever it is set.
      words.textContent = text;
    }
    words.title = this.#isDot ? text : "";
    this.#notice.hidden = text === "";
    this.#notice.querySelector("button").hidden = this.#downSince === null && !problem?.temporary;
  }

  #ofService(problem) {
    if (!problem) {
      return [];
    }
    const { words, temporary } = problem;
    return temporary ? [words, "Counts may be old; this page tries again by itself."] : [words];
  }

  #ofLive(problem) {
    if (this.#downSince === null || problem?.unreachable) {
      return [];
    }
    const since = `The live connection has been down since ${formatTime(this.#downSince)}.`;
    return problem?.temporary ? [since] : [since, "Counts may be old; it comes back by itself."];
  }

  #ofClicks() {
    const some =
      this.#unsent > 0 && [...this.#problems.values()].some((problem) => problem.temporary);
    return some
      ? [`Not yet recorded: ${plural(this.#unsent, "click")}, to be sent again with the same id.`]
      : [];
  }
}
