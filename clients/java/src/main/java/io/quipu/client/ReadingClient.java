package io.quipu.client;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The reads of a {@link QuipuClient}. They are tried again until its give-up time. */
abstract class ReadingClient extends QueryingClient {

  /**
   * @param namespace of counters that are named without one
   */
  ReadingClient(String namespace, Reads reads) {
    super(namespace, reads);
  }

  /** Reads a count. */
  public CompletableFuture<Count> get(String counter) {
    return get(new CounterRef(namespace, counter));
  }

  /** Reads a counter of any namespace. */
  public CompletableFuture<Count> get(CounterRef counter) {
    return reads.count(counter, Map.of());
  }

  /**
   * Reads the count of one series of a counter: of the events whose labels have these values. The
   * namespace has to have a breakdown by exactly these labels.
   */
  public CompletableFuture<Count> get(CounterRef counter, Map<String, String> where) {
    return reads.count(counter, where);
  }

  /** Reads a counter of kind {@code sketch}. */
  public CompletableFuture<Sketch> sketch(CounterRef counter, SketchOptions options) {
    return reads.sketch(counter, options).thenApply(CounterSketch::sketch);
  }

  /**
   * Reads counters of kind {@code sketch}, of any namespaces, in the order asked for; any number of
   * them, 1,000 with each request. They have the parts that the service answers unless asked for
   * others: {@link #sketch} reads other ones. Fails with a {@link QuipuException} where one is of
   * another kind.
   */
  public CompletableFuture<List<CounterSketch>> sketchMany(List<CounterRef> counters) {
    return reads.sketches(List.copyOf(counters));
  }

  /** Reads counts, in the order asked for; any number of them. */
  public CompletableFuture<List<Count>> getMany(List<String> counters) {
    return getAll(refs(counters));
  }

  /** Reads counters of any namespaces. */
  public CompletableFuture<List<Count>> getAll(List<CounterRef> counters) {
    return reads.counts(List.copyOf(counters));
  }

  /**
   * The last 60 minutes, 24 hours, 30 days, 12 weeks, 12 months or 5 years of a counter, oldest
   * first.
   */
  public CompletableFuture<List<Window>> windows(String counter, Granularity granularity) {
    return windows(new CounterRef(namespace, counter), granularity, null, null, null);
  }

  /**
   * The windows of a counter, oldest first, at most 10,000.
   *
   * @param from inclusive; null for 60 minutes, 24 hours, 30 days, 12 weeks, 12 months or 5 years
   *     before {@code to}
   * @param to exclusive; null for now
   * @param zone in which days and longer windows begin; null for UTC
   */
  public CompletableFuture<List<Window>> windows(
      CounterRef counter,
      Granularity granularity,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone) {
    return reads.windows(counter, granularity, Range.between(from, to), zone);
  }

  /**
   * The sum of a counter in a range of time, which begins and ends with a whole minute.
   *
   * @param from inclusive
   * @param to exclusive; null for now
   * @param zone in which the range before is as many days or months; null for UTC
   * @param compared whether the range before is to be added up, too
   */
  public CompletableFuture<Total> total(
      CounterRef counter,
      Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone,
      boolean compared) {
    return reads.total(counter, Range.between(from, to), zone, compared);
  }

  /** The counts of series of a counter, the largest first: 100, or as many as the limit says. */
  public CompletableFuture<List<Series>> series(CounterRef counter, Breakdown breakdown) {
    return reads.series(counter, breakdown);
  }

  /**
   * One page of the series of a counter, in the order of their labels: 100, or as many as the limit
   * says. So all series can be read, however many there are.
   *
   * @param after the {@code next} of the page before; null for the first page
   */
  public CompletableFuture<SeriesPage> seriesPage(
      CounterRef counter, Breakdown breakdown, @Nullable String after) {
    return reads.seriesPage(counter, breakdown, after);
  }

  /**
   * All series of a counter, in the order of their labels. The stream reads a page when it is asked
   * for, and blocks meanwhile.
   */
  public Stream<Series> allSeries(CounterRef counter, Breakdown breakdown) {
    return Pages.stream(
        after ->
            reads
                .seriesPage(counter, breakdown, after)
                .thenApply(page -> new Page<>(page.series(), page.next())));
  }

  /** The windows of the ten largest series of a counter, or of as many as the limit says. */
  public CompletableFuture<List<WindowSeries>> windowSeries(
      CounterRef counter,
      Breakdown breakdown,
      Granularity granularity,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone) {
    return reads.windowSeries(counter, breakdown, granularity, Range.between(from, to), zone);
  }

  /** The sums of the 100 largest series of a counter, or of as many as the limit says. */
  public CompletableFuture<List<TotalSeries>> totalSeries(
      CounterRef counter,
      Breakdown breakdown,
      Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone,
      boolean compared) {
    return reads.totalSeries(counter, breakdown, Range.between(from, to), zone, compared);
  }

  /**
   * The windows of a counter of kind {@code sketch}, oldest first, at most 10,000. The parameters
   * are those of {@link #windows(CounterRef, Granularity, Instant, Instant, ZoneId)}.
   */
  public CompletableFuture<List<SketchWindow>> sketchWindows(
      CounterRef counter,
      SketchOptions options,
      Granularity granularity,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone) {
    return reads.sketchWindows(counter, options, granularity, Range.between(from, to), zone);
  }

  /**
   * The result of a counter of kind {@code sketch} in a range of time, which begins and ends with a
   * whole window. The parameters are those of {@link #total}.
   */
  public CompletableFuture<SketchTotal> sketchTotal(
      CounterRef counter,
      SketchOptions options,
      Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone,
      boolean compared) {
    return reads.sketchTotal(counter, options, Range.between(from, to), zone, compared);
  }

  /** The largest counters, by their settled counts. */
  public CompletableFuture<List<Ranked>> top(int n) {
    return top(namespace, n, null, null, null);
  }

  /**
   * The largest counters of a namespace.
   *
   * @param n at most so many: 1 to 1,000
   * @param granularity of one window only; null for whole counts
   * @param window its start; null for the present one
   * @param zone in which days and longer windows begin; null for UTC
   */
  public CompletableFuture<List<Ranked>> top(
      String namespace,
      int n,
      @Nullable Granularity granularity,
      @Nullable Instant window,
      @Nullable ZoneId zone) {
    String time =
        (granularity == null ? "" : "&granularity=" + granularity.word())
            + Paths.time("window", window);
    return reads.top(namespace, n, time, zone);
  }

  /**
   * All counters of a namespace that have been settled once, by name. The stream reads a page when
   * it is asked for, and blocks meanwhile.
   */
  public Stream<Ranked> counters(String namespace, ListOptions options) {
    return Pages.stream(next -> reads.counters(namespace, options, next));
  }

  final List<CounterRef> refs(List<String> counters) {
    return counters.stream().map(counter -> new CounterRef(namespace, counter)).toList();
  }
}
