import { counterPath, counterQuery } from "./api.js";
import { BreakdownView } from "./breakdown-view.js";
import { Charts } from "./charts.js";
import { CompareView } from "./compare-view.js";
import { drawCord } from "./cord.js";
import { Exactness } from "./exactness.js";
import { FilterView } from "./filter-view.js";
import { isFiltered, whereText } from "./labels.js";
import { plural } from "./numbers.js";
import { QuotaView } from "./quota-view.js";
import { effect } from "./recording.js";
import { roll } from "./rolling.js";
import { SketchView } from "./sketch-view.js";

/** Everything about the counter that the user looks at. */
export class DetailView {
  /** The counter that is looked at, or null. */
  counter = null;
  /** The same, or what some labels say of it; null while it is not known which labels there are. */
  shown = null;
  /** Those that are drawn beside it, of the same labels. */
  compared = [];

  #root;
  #kind;
  /** How the charts are looked at, and with which counters. */
  #charted = "";
  #exactness;
  #sketch;
  #quota;
  #charts;
  #compare;
  #filter;
  #breakdowns;

  /**
   * `plus(counter)` is called for a click, `choose(parts)` when the user wants to see other parts of an address;
   * `report(source, problem)` and `seen` as in Exactness; `followed()` is called when other groups are to be followed.
   */
  constructor(root, { plus, choose, report, seen, followed }) {
    this.#root = root;
    this.#sketch = new SketchView(root.querySelector("#sketch-chart"));
    this.#quota = new QuotaView(root.querySelector("#quota"), () => this.refresh());
    this.#exactness = new Exactness(
      root,
      (problem) => report("count", problem),
      (counter, read) => {
        this.#sketch.show(read);
        this.#quota.show(read);
        const { events } = counter;
        seen(counter, read);
        if (events !== null && events !== counter.events) {
          this.#charts.moved();
        }
      },
    );
    this.#charts = new Charts(root, {
      report: (problem) => report("history", problem),
      choose,
      moved: () => this.#breakdowns.retry(),
      totals: (totals) => this.#compare.showTotals(totals),
    });
    this.#compare = new CompareView(root.querySelector("#compare"), choose);
    this.#filter = new FilterView(root.querySelector("#filter"), choose);
    this.#breakdowns = new BreakdownView(root.querySelector("#breakdowns"), {
      choose,
      report: (problem) => report("breakdowns", problem),
      changed: followed,
      period: () => this.#charts.ranked,
      words: () => this.#charts.words,
    });
    root.querySelector("#detail-plus").addEventListener("click", () => plus(this.shown));
  }

  /** What is to be followed beside counters: groups of a LiveConnection. */
  get groups() {
    if (!this.shown) {
      return [];
    }
    const { namespace, where } = this.shown;
    const names = [this.shown, ...this.compared].map(({ name }) => name);
    const filtered = isFiltered(where) ? [{ namespace, names, where: whereText(where) }] : [];
    return [...filtered, ...this.#breakdowns.groups];
  }

  /** Shows a counter, or nothing for null, as an address says. */
  show(counters, counter, address) {
    const { kind } = counters;
    const isKnown = counters.known || !isFiltered(address.where);
    const where = kind.breakdowns.known(address.where);
    const shown = counter && isKnown ? counters.filtered(counter, where) : null;
    this.counter = counter;
    this.#root.hidden = !shown;
    if (!shown) {
      this.shown = null;
      this.compared = [];
      this.#exactness.show(null, {});
      this.#charts.stop();
      this.#breakdowns.show(null, kind, {});
      return;
    }
    const same = shown === this.shown && kind === this.#kind;
    if (!same) {
      this.#showCounter(shown, kind);
      this.#filter.show(where, kind.breakdowns);
      this.#breakdowns.show(counter, kind, where);
    }
    const compared = address.compared
      .filter((name) => name !== counter.name)
      .map((name) => counters.filtered(counters.take(name), where));
    const { range, zoom, stacked, utc } = address;
    const charted = JSON.stringify([range, zoom, stacked, utc, compared.map(({ name }) => name)]);
    if (!same || charted !== this.#charted) {
      this.#charted = charted;
      this.compared = compared;
      this.#charts.show([shown, ...compared], address, kind);
      this.#compare.show(counters, counter, address);
    }
  }

  #showCounter(shown, kind) {
    this.shown = shown;
    this.#kind = kind;
    this.#root.querySelector("#detail-name bdi").textContent = shown.name;
    this.#root.querySelector("#detail-plus").setAttribute("aria-description", effect(shown));
    this.#showCommands();
    this.#sketch.hide();
    this.#quota.show({});
    this.#root.querySelector("#curve-chart h3").textContent = kind.hasCount ? "Count" : "Values";
    this.#exactness.show(shown, kind.query);
    this.update();
  }

  /** Says what a click does, while it does something. */
  explain(recording) {
    if (this.shown) {
      this.#root.querySelector("#plus-words").textContent =
        recording && this.#kind.takesClicks ? `A click ${effect(this.shown)}, which stays.` : "";
    }
  }

  /** Shows the present count. */
  update() {
    const { count, events, headline: digits, unsent } = this.shown;
    const output = this.#root.querySelector("#detail-count");
    roll(output, digits);
    output.title = this.shown.bounds;
    output.style.setProperty("--characters", digits.length);
    drawCord(this.#root.querySelector("#detail-cord"), count ?? 0n);
    const facts = events === null ? "" : this.#kind.facts(this.shown);
    const waiting = unsent === 0 ? "" : ` · ${plural(unsent, "click")} not yet recorded`;
    this.#root.querySelector("#detail-facts").textContent = facts + waiting;
    this.#root.querySelector("#detail-plus").classList.toggle("unsent", unsent > 0);
    this.#exactness.update();
    this.#charts.update();
  }

  /** The count of one of its counters has changed, as the live connection says. */
  moved(counter, message) {
    if (counter === this.counter) {
      this.#breakdowns.moved();
    }
    if (counter === this.shown) {
      this.#exactness.moved(message);
    }
    if (counter === this.shown || this.compared.includes(counter)) {
      this.#charts.moved();
    }
  }

  /** Takes a live message of series. */
  seeSeries(message) {
    this.#breakdowns.see(message);
  }

  /** The live connection does not say what series are asked for. */
  refuseSeries(message) {
    this.#breakdowns.refuse(message);
  }

  /** The count may have changed. */
  refresh() {
    this.#exactness.refresh();
    this.#breakdowns.refresh();
  }

  /** Reads again now, however often it has failed. */
  retry() {
    if (this.shown) {
      this.#exactness.retry();
      this.#charts.retry();
      this.#breakdowns.retry();
    }
  }

  /** Shows the time passing. Without a live connection (`live` is false) the count is read instead. */
  tick(live) {
    if (this.shown) {
      if (!live) {
        this.refresh();
      }
      this.#charts.update();
    }
  }

  #showCommands() {
    const { namespace, name } = this.shown;
    let path;
    try {
      path = location.origin + counterPath(namespace, name);
    } catch {
      path = null;
    }
    this.#root.querySelector(".terminal").hidden = path === null;
    const body = this.#kind.event && ` -H 'Content-Type: application/json' -d '${this.#kind.event}'`;
    this.#root.querySelector("#curl-record").textContent = `curl -X POST '${path}/events'${body}`;
    this.#root.querySelector("#curl-read").textContent = `curl '${path}${counterQuery(this.shown, this.#kind.query)}'`;
    this.#root.querySelector("#curl-follow").textContent =
      `curl -N -H 'Accept: text/event-stream' '${path}/live${counterQuery(this.shown)}'`;
  }
}
