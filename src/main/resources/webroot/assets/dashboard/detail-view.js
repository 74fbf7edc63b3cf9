import { counterPath, readMinutes } from "./api.js";
import { drawCord } from "./cord.js";
import { Exactness } from "./exactness.js";
import { LiveChart } from "./live-chart.js";
import { MinuteChart } from "./minute-chart.js";
import { plural } from "./numbers.js";
import { effect } from "./recording.js";
import { Refresher } from "./refresher.js";
import { SketchView } from "./sketch-view.js";

const MINUTES = 60;
const MINUTE_MS = 60_000;
const HISTORY_LEAST_MS = 3_000;
const HISTORY_SETTLING_MS = 10_000;

/** Everything about the counter that the user looks at. */
export class DetailView {
  /** The counter that is shown, or null. */
  counter = null;

  #root;
  #kind;
  #exactness;
  #sketch;
  #liveChart;
  #minuteChart;
  #history;
  #historyMinute = 0;

  /** `plus(counter)` is called for a click; `report(source, problem)` and `seen` as in Exactness. */
  constructor(root, { plus, report, seen }) {
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
    this.#liveChart = new LiveChart(root.querySelector("#live-chart"));
    this.#minuteChart = new MinuteChart(root.querySelector("#minute-chart"));
    this.#history = new Refresher(
      () => this.#readHistory(),
      HISTORY_LEAST_MS,
      (problem) => {
        // A namespace that keeps no minute windows has no such chart, that is all.
        report("history", problem?.temporary ? problem : null);
      },
    );
    root.querySelector("#detail-plus").addEventListener("click", () => plus(this.counter));
  }

  /** Shows a counter of some kind, or nothing for null. */
  show(counter, kind) {
    this.counter = counter;
    this.#kind = kind;
    this.#root.hidden = !counter;
    if (!counter) {
      return;
    }
    this.#root.querySelector("#detail-name bdi").textContent = counter.name;
    this.#root.querySelector("#detail-plus").setAttribute("aria-description", effect(counter));
    this.#showCommands();
    this.#minuteChart.show([]);
    this.#sketch.hide();
    this.#root.querySelector("#live-chart h3").textContent = kind.hasCount
      ? "Live"
      : "Values, live";
    this.#exactness.show(counter, kind.query);
    this.#retryHistory();
    this.#liveChart.show(counter.series);
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
    this.#liveChart.draw();
  }

  /** The count has changed: what was read of it is old. */
  refresh() {
    this.#exactness.refresh();
    this.#history.ask();
  }

  /** Reads again now, however often it has failed. */
  retry() {
    if (this.counter) {
      this.#exactness.retry();
      this.#retryHistory();
    }
  }

  /** Shows the time passing. Without a live connection (`live` is false) the count is read instead. */
  tick(live) {
    if (this.counter) {
      if (!live) {
        this.#exactness.refresh();
      }
      this.#liveChart.draw();
      if (Math.floor(Date.now() / MINUTE_MS) !== this.#historyMinute) {
        this.#history.ask();
      }
    }
  }

  #retryHistory() {
    this.#history.reset();
    this.#history.ask();
  }

  async #readHistory() {
    const counter = this.counter;
    if (!counter || !this.#kind.isListed) {
      return;
    }
    this.#historyMinute = Math.floor(Date.now() / MINUTE_MS);
    const end = (this.#historyMinute + 1) * MINUTE_MS;
    const windows = await readMinutes(
      counter.namespace,
      counter.name,
      new Date(end - MINUTES * MINUTE_MS),
      new Date(end),
    );
    if (counter === this.counter) {
      this.#minuteChart.show(windows);
      if (windows.some((window) => !window.settled && BigInt(window.events) > 0n)) {
        this.#history.ask(HISTORY_SETTLING_MS);
      }
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
