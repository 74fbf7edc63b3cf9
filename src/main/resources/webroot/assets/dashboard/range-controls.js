import { PLAIN } from "./kind.js";
import { RANGES, ZONE, canShow, daysOf, keyOfDays, today, zoneOf } from "./ranges.js";

/** The choice of what time charts show: a range, days of a calendar, and whether of the browser's zone or of UTC. */
export class RangeControls {
  #root;
  #buttons;
  #calendar;
  #form;
  #zones;
  #whole;
  #words;
  #label = "";
  #utc = false;

  /** `choose({range, zoom, utc})` is called when the user wants to see another time. */
  constructor(root, choose) {
    this.#root = root;
    this.#buttons = RANGES.map(({ key, label }) => button(label, () => choose({ range: key, zoom: null })));
    this.#calendar = button("Calendar", () => this.#toggle(this.#form.hidden));
    this.#calendar.setAttribute("aria-expanded", "false");
    this.#calendar.setAttribute("aria-controls", "days");
    root.querySelector("#ranges").replaceChildren(...this.#buttons, this.#calendar);
    this.#form = root.querySelector("#days");
    this.#form.addEventListener("input", () => this.#check());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#toggle(false);
      const [first, last] = this.#inputs;
      choose({ range: keyOfDays(first.value, last.value), zoom: null });
    });
    this.#zones = [ZONE, ...(ZONE === "UTC" ? [] : ["UTC"])].map((zone, i) => ({
      utc: zone === "UTC",
      button: button(zone.replaceAll("_", " "), () => choose({ utc: i > 0 })),
    }));
    this.#whole = root.querySelector("#whole");
    this.#whole.addEventListener("click", () => choose({ zoom: null }));
    this.#words = root.querySelector("#time-words");
    root.querySelector("#zones").replaceChildren(...this.#zones.map((zone) => zone.button));
  }

  /** Shows the range that is shown of counters of a kind, or only a part of it (`zoom`), of UTC if that was chosen. */
  show(range, { zoom, utc }, kind) {
    this.#utc = utc;
    this.#whole.hidden = zoom === null;
    this.#root.classList.toggle("waiting", kind === PLAIN);
    this.#root.hidden = kind !== PLAIN && kind.windows.length === 0;
    if (this.#root.hidden) {
      return;
    }
    this.#buttons.forEach((one, i) => {
      press(one, RANGES[i].key === range.key);
      one.disabled = !canShow(RANGES[i], kind);
    });
    const hasDays = daysOf(range.key) !== null;
    press(this.#calendar, hasDays);
    this.#calendar.textContent = hasDays ? range.label : "Calendar";
    this.#label = range.label + (zoom === null ? "" : ", zoomed");
    this.showZone(utc);
  }

  /** Says of which zone it is: that of the browser, or UTC. */
  showZone(utc) {
    this.#words.textContent = this.#label + (utc && ZONE !== "UTC" ? " · UTC" : "");
    this.#zones.forEach((zone) => press(zone.button, zone.utc === (utc || ZONE === "UTC")));
  }

  get #inputs() {
    return [...this.#form.querySelectorAll("input")];
  }

  #toggle(open) {
    this.#form.hidden = !open;
    this.#calendar.setAttribute("aria-expanded", String(open));
    if (open) {
      const [first, last] = this.#inputs;
      first.max = last.max = today(zoneOf(this.#utc));
      last.value ||= last.max;
      first.value ||= `${last.value.slice(0, 8)}01`;
      this.#check();
      first.focus();
    }
  }

  /** Says at the last day if it is before the first. */
  #check() {
    const [first, last] = this.#inputs;
    const isWrong = first.value && last.value && daysOf(keyOfDays(first.value, last.value)) === null;
    last.setCustomValidity(isWrong ? "The last day must not be before the first." : "");
  }
}

const press = (one, pressed) => one.setAttribute("aria-pressed", String(pressed));

function button(label, chosen) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = label;
  element.addEventListener("click", chosen);
  return element;
}
