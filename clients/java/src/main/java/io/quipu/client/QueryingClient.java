package io.quipu.client;

import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The reads of a {@link QuipuClient} over a {@link Range}, and many reads in one request. They are
 * tried again until its give-up time.
 */
abstract class QueryingClient {
  final String namespace;
  final Reads reads;

  /**
   * @param namespace of counters that are named without one
   */
  QueryingClient(String namespace, Reads reads) {
    this.namespace = namespace;
    this.reads = reads;
  }

  /** Asks questions, each of which has a range and a zone of its own, or needs none. */
  public CompletableFuture<List<QueryResult>> query(List<Question> questions) {
    return query(questions, null, null, false);
  }

  /**
   * Asks any number of questions, 100 with each request. The results are in the order of the
   * questions. A question that is not answered has a problem, and is not asked again.
   *
   * @param range of questions without one; null for none
   * @param zone of questions without one; null for UTC
   * @param compared whether the questions ask for the range before, too
   */
  public CompletableFuture<List<QueryResult>> query(
      List<Question> questions, @Nullable Range range, @Nullable ZoneId zone, boolean compared) {
    JsonObject common = new JsonObject();
    if (zone != null) {
      common.put("tz", zone.getId());
    }
    if (range != null) {
      common.put("range", range.json());
    }
    if (compared) {
      common.put("compare", "previous");
    }
    return reads.query(questions.stream().map(one -> one.json(namespace)).toList(), common);
  }

  /**
   * The windows of a counter in a range, oldest first, at most 10,000.
   *
   * @param zone in which days and the range begin; null for UTC
   */
  public CompletableFuture<List<Window>> windows(
      CounterRef counter, Granularity granularity, Range range, @Nullable ZoneId zone) {
    return reads.windows(counter, granularity, range, zone);
  }

  /** The windows of the ten largest series of a counter, or of as many as the limit says. */
  public CompletableFuture<List<WindowSeries>> windowSeries(
      CounterRef counter,
      Breakdown breakdown,
      Granularity granularity,
      Range range,
      @Nullable ZoneId zone) {
    return reads.windowSeries(counter, breakdown, granularity, range, zone);
  }

  /** The windows of a counter of kind {@code sketch}, oldest first, at most 10,000. */
  public CompletableFuture<List<SketchWindow>> sketchWindows(
      CounterRef counter,
      SketchOptions options,
      Granularity granularity,
      Range range,
      @Nullable ZoneId zone) {
    return reads.sketchWindows(counter, options, granularity, range, zone);
  }

  /**
   * The sum of a counter in a range.
   *
   * @param zone in which the range and the one before begin; null for UTC
   * @param compared whether the range before is to be added up, too
   */
  public CompletableFuture<Total> total(
      CounterRef counter, Range range, @Nullable ZoneId zone, boolean compared) {
    return reads.total(counter, range, zone, compared);
  }

  /** The sums of the 100 largest series of a counter, or of as many as the limit says. */
  public CompletableFuture<List<TotalSeries>> totalSeries(
      CounterRef counter,
      Breakdown breakdown,
      Range range,
      @Nullable ZoneId zone,
      boolean compared) {
    return reads.totalSeries(counter, breakdown, range, zone, compared);
  }

  /** The result of a counter of kind {@code sketch} in a range. */
  public CompletableFuture<SketchTotal> sketchTotal(
      CounterRef counter,
      SketchOptions options,
      Range range,
      @Nullable ZoneId zone,
      boolean compared) {
    return reads.sketchTotal(counter, options, range, zone, compared);
  }

  /**
   * The counters of a namespace that counted most in a range.
   *
   * @param n at most so many: 1 to 1,000
   * @param zone in which the range begins; null for UTC
   */
  public CompletableFuture<List<Ranked>> top(
      String namespace, int n, Range range, @Nullable ZoneId zone) {
    return reads.top(namespace, n, range.parameters(), zone);
  }
}
