import { Problem } from "./api.js";

const TYPING_MS = 120;
const MOST_SHOWN = 60;
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** A field that offers what there is: typed, walked through by arrows, and chosen by Enter, a click or a tap. */
export class Combobox {
  #input;
  #list;
  #words;
  #find;
  #chosen;
  #options = [];
  #active = -1;
  #typing = null;
  /** Grows with each question: older answers are not shown. */
  #question = 0;
  /** Whether what is shown is the answer to what is typed. */
  #isAnswered = false;
  #wantsFirst = false;

  /**
   * `find(text, show, isWanted)` looks for a text and calls `show({options, words, done})`, more than once if it likes; an
   * option has a `name`, a `detail` or none, and what `chosen(option)` needs.
   */
  constructor(root, { find, chosen }) {
    this.#input = root.querySelector("input");
    this.#list = root.querySelector("[role=listbox]");
    this.#words = root.querySelector(".options-words");
    this.#find = find;
    this.#chosen = chosen;
    this.#input.addEventListener("input", () => this.#ask(TYPING_MS));
    this.#input.addEventListener("focus", () => this.#ask(0));
    this.#input.addEventListener("blur", () => this.#close());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
    // The field keeps the focus, or the list would be gone before the click.
    this.#list.parentElement.addEventListener("mousedown", (event) => event.preventDefault());
    this.#list.addEventListener("click", ({ target }) => {
      const at = [...this.#list.children].indexOf(target.closest("[role=option]"));
      if (at >= 0) {
        this.#choose(this.#options[at]);
      }
    });
    this.#close();
  }

  focus() {
    this.#input.focus();
    this.#input.select();
  }

  #ask(ms) {
    clearTimeout(this.#typing);
    this.#isAnswered = false;
    this.#wantsFirst = false;
    const question = ++this.#question;
    this.#typing = setTimeout(() => this.#answer(question), ms);
  }

  async #answer(question) {
    const isWanted = () => question === this.#question;
    const show = (answer) => isWanted() && this.#show(answer);
    try {
      await this.#find(this.#input.value.trim(), show, isWanted);
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
      show({ options: [], words: problem.words, done: true });
    }
  }

  #show({ options, words, done }) {
    const active = this.#options[this.#active];
    this.#options = options.slice(0, MOST_SHOWN);
    this.#list.replaceChildren(...this.#options.map((option, place) => element(option, `${this.#list.id}-${place}`, this.#input.value.trim())));
    this.#words.textContent = words;
    const open = this.#options.length > 0 || words !== "";
    this.#list.parentElement.hidden = !open;
    this.#input.setAttribute("aria-expanded", String(this.#options.length > 0));
    this.#activate(this.#options.findIndex(({ key }) => active && key === active.key));
    this.#isAnswered = done;
    if (done && this.#wantsFirst) {
      this.#enter();
    }
  }

  #close() {
    clearTimeout(this.#typing);
    this.#question++;
    this.#isAnswered = false;
    this.#wantsFirst = false;
    this.#options = [];
    this.#list.replaceChildren();
    this.#words.textContent = "";
    this.#list.parentElement.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#activate(-1);
  }

  #key(event) {
    const step = STEPS[event.key];
    if (step && this.#options.length > 0) {
      event.preventDefault();
      const from = this.#active < 0 && step < 0 ? 0 : this.#active;
      this.#activate((from + step + this.#options.length) % this.#options.length);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.#input.value = "";
      this.#input.blur();
    }
  }

  #activate(place) {
    this.#list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = place;
    const option = this.#list.children[place];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) {
      this.#input.setAttribute("aria-activedescendant", option.id);
    } else {
      this.#input.removeAttribute("aria-activedescendant");
    }
  }

  /** Takes the chosen option, else the first; or what comes first once it is known. */
  #enter() {
    const option = this.#options[this.#active] ?? (this.#isAnswered ? this.#options[0] : null);
    if (option) {
      this.#choose(option);
    } else {
      this.#wantsFirst = !this.#isAnswered && this.#input.value.trim() !== "";
    }
  }

  #choose(option) {
    this.#input.value = "";
    this.#close();
    this.#input.blur();
    this.#chosen(option);
  }
}

function element({ name, detail }, id, text) {
  const option = document.createElement("li");
  option.id = id;
  option.role = "option";
  option.setAttribute("aria-selected", "false");
  const words = document.createElement("bdi");
  words.append(...marked(name, text));
  option.append(words);
  if (detail) {
    const small = document.createElement("small");
    small.textContent = detail;
    option.append(small);
  }
  return option;
}

/** A name with what was looked for in bold. */
function marked(name, text) {
  const at = text ? name.toLowerCase().indexOf(text.toLowerCase()) : -1;
  if (at < 0) {
    return [name];
  }
  const mark = document.createElement("mark");
  mark.textContent = name.slice(at, at + text.length);
  return [name.slice(0, at), mark, name.slice(at + text.length)];
}
