import { counterPage } from "./admin/changes.js";
import { Pages } from "./admin/pages.js";
import { Base } from "./base.js";
import type { Count, Granularity, RankedCounter, Ranking, Series, SeriesPage, Total, TotalSeries } from "./counts.js";
import type { Window, WindowSeries } from "./counts.js";
import { known, list, optional, text, texts } from "./given.js";
import { ALL_SERIES, COUNTERS, GET, NAMESPACE, SERIES, SERIES_PAGE, SKETCH, SKETCH_TOTAL } from "./parameters.js";
import { SKETCH_WINDOWS, TOP, TOTAL, TOTAL_SERIES, WINDOWS, WINDOW_SERIES, breakdown, parts } from "./parameters.js";
import type { AllSeriesOptions, CounterName, CountersOptions, GetOptions, NamespaceOptions } from "./parameters.js";
import type { SeriesOptions, SeriesPageOptions, SketchOptions, SketchTotalOptions } from "./parameters.js";
import type { SketchWindowsOptions, TopOptions, TotalOptions, TotalSeriesOptions } from "./parameters.js";
import type { WindowSeriesOptions, WindowsOptions } from "./parameters.js";
import { QUERY, QUESTION, type QueryOptions, type QueryResult, type Question } from "./queries.js";
import type { CounterSketch, SketchTotal, SketchWindow } from "./sketches.js";

/** Reads, each repeated until it is answered, or given up. */
export abstract class Reading extends Base {
  /** The count, with every event that was acknowledged before; with `where` that of one series. */
  async get(counter: CounterName, options: GetOptions = {}): Promise<Count> {
    const { namespace, where = {} } = known("get", options, GET);
    return this.reader.get(this.ref(counter, namespace), texts("where", where));
  }

  /** What a counter of kind `sketch` has of all its values. */
  async sketch(counter: CounterName, options: SketchOptions = {}): Promise<CounterSketch> {
    const { namespace, ...of } = known("sketch", options, SKETCH);
    return this.reader.sketch(this.ref(counter, namespace), parts(of));
  }

  /** Many sketches, in the order of the names; a thousand with each request. */
  async sketchMany(counters: readonly CounterName[], options: NamespaceOptions = {}): Promise<CounterSketch[]> {
    const { namespace } = known("sketchMany", options, NAMESPACE);
    return this.reader.sketchMany(this.refs(counters, namespace));
  }

  /** Many counts, in the order of the names; a thousand with each request. */
  async getMany(counters: readonly CounterName[], options: NamespaceOptions = {}): Promise<Count[]> {
    const { namespace } = known("getMany", options, NAMESPACE);
    return this.reader.getMany(this.refs(counters, namespace));
  }

  /** The history of a counter, oldest first; at most 10,000 windows. */
  async windows(counter: CounterName, options: WindowsOptions): Promise<Window[]> {
    const { namespace, granularity, ...range } = known("windows", options, WINDOWS);
    return this.reader.windows(this.ref(counter, namespace), {
      granularity: text("granularity", granularity) as Granularity,
      ...range,
    });
  }

  /** What a counter counted in a range of time. */
  async total(counter: CounterName, options: TotalOptions): Promise<Total> {
    const { namespace, ...range } = known("total", options, TOTAL);
    bounded(range);
    return this.reader.total(this.ref(counter, namespace), range);
  }

  /** The counts of series of a counter, the largest first: 100, or as many as `limit` says. */
  async series(counter: CounterName, options: SeriesOptions): Promise<Series[]> {
    const { namespace, ...of } = known("series", options, SERIES);
    return this.reader.series(this.ref(counter, namespace), breakdown(of));
  }

  /**
   * One page of the series of a counter, in the order of their labels: 100, or as many as `limit` says. So all series can
   * be read, however many there are.
   */
  async seriesPage(counter: CounterName, options: SeriesPageOptions): Promise<SeriesPage> {
    const { namespace, after, ...of } = known("seriesPage", options, SERIES_PAGE);
    optional("after", after, "string");
    return this.reader.seriesPage(this.ref(counter, namespace), breakdown(of), after);
  }

  /** The windows of the ten largest series of a counter, or of as many as `limit` says. */
  async windowSeries(counter: CounterName, options: WindowSeriesOptions): Promise<WindowSeries[]> {
    const { namespace, ...of } = known("windowSeries", options, WINDOW_SERIES);
    text("granularity", of.granularity);
    return this.reader.windowSeries(this.ref(counter, namespace), breakdown(of));
  }

  /** What the 100 largest series of a counter, or as many as `limit` says, counted in a range of time. */
  async totalSeries(counter: CounterName, options: TotalSeriesOptions): Promise<TotalSeries[]> {
    const { namespace, ...of } = known("totalSeries", options, TOTAL_SERIES);
    bounded(of);
    return this.reader.totalSeries(this.ref(counter, namespace), breakdown(of));
  }

  /** The history of a counter of kind `sketch`, oldest first; at most 10,000 windows. */
  async sketchWindows(counter: CounterName, options: SketchWindowsOptions): Promise<SketchWindow[]> {
    const { namespace, granularity, ...range } = known("sketchWindows", options, SKETCH_WINDOWS);
    return this.reader.sketchWindows(this.ref(counter, namespace), {
      granularity: text("granularity", granularity) as Granularity,
      ...parts(range),
    });
  }

  /** What a counter of kind `sketch` has of a range of time: its distinct values of 30 days, for example. */
  async sketchTotal(counter: CounterName, options: SketchTotalOptions): Promise<SketchTotal> {
    const { namespace, ...range } = known("sketchTotal", options, SKETCH_TOTAL);
    bounded(range);
    return this.reader.sketchTotal(this.ref(counter, namespace), parts(range));
  }

  /** The largest counters of a namespace; with `granularity` those of one window. */
  async top(options: TopOptions = {}): Promise<Ranking> {
    const { namespace, ...of } = known("top", options, TOP);
    return this.reader.top(this.named(namespace), of);
  }

  /**
   * Asks any number of questions, 100 with each request. The results are in the order of the questions; one that is not
   * answered has a problem, and is not asked again.
   *
   * @param options what holds for questions that do not say it themselves
   */
  async query(questions: readonly Question[], options: QueryOptions = {}): Promise<QueryResult[]> {
    const { namespace, ...common } = known("query", options, QUERY);
    const asked = list("questions", questions).map((one) => ({
      ...known("a question", one, QUESTION),
      namespace: this.named(one.namespace ?? namespace),
    }));
    return this.reader.query(asked, common);
  }

  /** All series of a counter, in the order of their labels; a page is read when it is needed. */
  allSeries(counter: CounterName, options: AllSeriesOptions): Pages<Series> {
    const { namespace, after, pageSize, ...of } = known("allSeries", options, ALL_SERIES);
    const ref = this.ref(counter, namespace);
    const chosen = breakdown(of);
    return new Pages(this.caller, { after, pageSize }, (page) => this.reader.seriesOf(ref, chosen, page));
  }

  /** All counters of a namespace by name, with their settled counts; a page is read when it is needed. */
  counters(options: CountersOptions = {}): Pages<RankedCounter> {
    const { namespace, prefix, ...list } = known("counters", options, COUNTERS);
    optional("prefix", prefix, "string");
    const of = this.named(namespace);
    return new Pages(this.caller, list, (page) => counterPage(of, prefix, page));
  }
}

/** @throws TypeError where a range has neither a name nor a begin */
function bounded({ range, from }: TotalOptions): void {
  if (range === undefined && !(from instanceof Date)) {
    text("from", from);
  }
}
