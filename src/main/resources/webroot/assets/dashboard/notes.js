import { Problem, putNotes } from "./api.js";
import { Kind } from "./kind.js";

/** Notes at the times of their days, in seconds, as far as these are of a period. */
export function notesOf(notes, { from, to }, utc) {
  return notes
    .map(({ day, text }) => ({ day, text, time: Date.parse(`${day}T00:00:00${utc ? "Z" : ""}`) / 1_000 }))
    .filter(({ time }) => time >= from / 1_000 && time < to / 1_000);
}

/** Draws where notes are: a dashed line from a dot at the top. `colour(name)` is that of the page. */
export function drawNotes(plot, notes, colour) {
  const { ctx, bbox } = plot;
  const { min, max } = plot.scales.x;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour("--cochineal");
  ctx.lineWidth = devicePixelRatio;
  for (const { time } of notes.filter((note) => note.time >= min && note.time <= max)) {
    const x = plot.valToPos(time, "x", true);
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x, bbox.top, 3.5 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

/** The notes of what a chart shows, in words below it. */
export function listNotes(list, notes) {
  list.hidden = notes.length === 0;
  list.replaceChildren(
    ...notes.map(({ day, text }) => {
      const item = document.createElement("li");
      const time = document.createElement("time");
      time.textContent = time.dateTime = day;
      item.append(time, " ", text);
      return item;
    }),
  );
}

/** Where the user writes what happened on a day: for all who look at counters of the namespace. */
export class NoteForm {
  #form;
  #day;
  #text;
  #error;
  #counters = null;

  /** `kept(counters)` is called when the namespace has the note. */
  constructor(form, kept) {
    this.#form = form;
    [this.#day, this.#text] = form.querySelectorAll("input");
    this.#error = form.querySelector(".error");
    this.#day.addEventListener("change", () => this.#read());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#keep(kept);
    });
  }

  /** Shows notes of the namespace of these counters. */
  show(counters) {
    if (counters !== this.#counters) {
      this.#form.reset();
      this.#error.textContent = "";
    }
    this.#counters = counters;
  }

  /** Shows the note that the day has. */
  #read() {
    const note = this.#counters.kind.notes.find(({ day }) => day === this.#day.value);
    this.#text.value = note?.text ?? "";
  }

  async #keep(kept) {
    const counters = this.#counters;
    this.#error.textContent = "";
    try {
      counters.known = new Kind(await putNotes(counters.namespace, { [this.#day.value]: this.#text.value.trim() }));
      this.#form.reset();
      this.#form.closest("details").open = false;
      kept(counters);
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
      this.#error.textContent = problem.words;
    }
  }
}
