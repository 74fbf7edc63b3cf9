import { counterPath } from "./api.js";
import { Charts } from "./charts.js";
import { CompareView } from "./compare-view.js";
import { drawCord } from "./cord.js";
import { Exactness } from "./exactness.js";
import { plural } from "./numbers.js";
import { effect } from "./recording.js";
import { SketchView } from "./sketch-view.js";

/** Everything about the counter that the user looks at. */
export class DetailView {
  /** The counter that is shown, or null. */
  counter = null;
  /** Those that are drawn beside it. */
  compared = [];

  #root;
  #kind;
  /** How the charts are looked at, and with which counters. */
  #charted = "";
  #exactness;
  #sketch;
  #charts;
  #compare;

  /**
   * `plus(counter)` is called for a click, `choose(parts)` when the user wants to see other parts of an address;
   * `report(source, problem)` and `seen` as in Exactness.
   */
  constructor(root, { plus, choose, report, seen }) {
    this.#root = root;
    this.#sketch = new SketchView(root.querySelector("#sketch-chart"));
    this.#exactness = new Exactness(
      root,
      (problem) => report("count", problem),
      (counter, read) => {
        this.#sketch.show(read);
        seen(counter, read);
      },
    );
    this.#charts = new Charts(root, {
      report: (problem) => report("history", problem),
      choose,
    });
    this.#compare = new CompareView(root.querySelector("#compare"), choose);
    root.querySelector("#detail-plus").addEventListener("click", () => plus(this.counter));
  }

  /** Shows a counter, or nothing for null, as an address says. */
  show(counters, counter, address) {
    const { kind } = counters;
    const compared = counter
      ? address.compared.filter((name) => name !== counter.name).map((name) => counters.take(name))
      : [];
    const same = counter === this.counter && kind === this.#kind;
    this.#root.hidden = !counter;
    if (counter && !same) {
      this.#showCounter(counter, kind);
    }
    if (!counter) {
      this.counter = null;
      this.compared = [];
      this.#exactness.show(null, "");
      return;
    }
    const { range, zoom, stacked, utc } = address;
    const charted = JSON.stringify([range, zoom, stacked, utc, compared.map(({ name }) => name)]);
    if (!same || charted !== this.#charted) {
      this.#charted = charted;
      this.compared = compared;
      this.#charts.show([counter, ...compared], address, kind.windows);
      this.#compare.show(counters, counter, address);
    }
  }

  #showCounter(counter, kind) {
    this.counter = counter;
    this.#kind = kind;
    this.#root.querySelector("#detail-name bdi").textContent = counter.name;
    this.#root.querySelector("#detail-plus").setAttribute("aria-description", effect(counter));
    this.#showCommands();
    this.#sketch.hide();
    this.#root.querySelector("#curve-chart h3").textContent = kind.hasCount ? "Count" : "Values";
    this.#exactness.show(counter, kind.query);
    this.update();
  }

  /** Says what a click does: `recording` is whether it does anything. */
  explain(recording) {
    if (this.counter) {
      this.#root.querySelector("#plus-words").textContent = this.#effect(recording);
    }
  }

  #effect(recording) {
    if (!this.#kind.takesClicks) {
      return `Events of kind ${this.#kind.label} say more than a click can: see below how to record them.`;
    }
    return recording
      ? `A click ${effect(this.counter)}, which stays.`
      : "Clicks record nothing. To add events by click, switch recording on above.";
  }

  /** Shows the present count. */
  update() {
    const { count, events, headline: digits, unsent } = this.counter;
    const output = this.#root.querySelector("#detail-count");
    output.textContent = digits;
    output.style.setProperty("--characters", digits.length);
    drawCord(this.#root.querySelector("#detail-cord"), count ?? 0n);
    const facts = events === null ? "" : this.#kind.facts(this.counter);
    const waiting = unsent === 0 ? "" : ` · ${plural(unsent, "click")} not yet recorded`;
    this.#root.querySelector("#detail-facts").textContent = facts + waiting;
    this.#root.querySelector("#detail-plus").classList.toggle("unsent", unsent > 0);
    this.#exactness.update();
    this.#charts.update();
  }

  /** The count has changed, as the live connection says. */
  moved(message) {
    this.#exactness.moved(message);
    this.#charts.moved();
  }

  /** The count may have changed. */
  refresh() {
    this.#exactness.refresh();
  }

  /** Reads again now, however often it has failed. */
  retry() {
    if (this.counter) {
      this.#exactness.retry();
      this.#charts.retry();
    }
  }

  /** Shows the time passing. Without a live connection (`live` is false) the count is read instead. */
  tick(live) {
    if (this.counter) {
      if (!live) {
        this.#exactness.refresh();
      }
      this.#charts.update();
    }
  }

  #showCommands() {
    const { namespace, name } = this.counter;
    let path;
    try {
      path = location.origin + counterPath(namespace, name);
    } catch {
      path = null;
    }
    this.#root.querySelector(".terminal").hidden = path === null;
    const body = this.#kind.event && ` -H 'Content-Type: application/json' -d '${this.#kind.event}'`;
    this.#root.querySelector("#curl-record").textContent = `curl -X POST '${path}/events'${body}`;
    this.#root.querySelector("#curl-read").textContent = `curl '${path}${this.#kind.query}'`;
    this.#root.querySelector("#curl-follow").textContent =
      `curl -N -H 'Accept: text/event-stream' '${path}/live'`;
  }
}
