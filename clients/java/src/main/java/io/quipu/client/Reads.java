package io.quipu.client;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Reads. */
final class Reads {
  private static final int MOST_COUNTERS = 1_000;
  private static final int MOST_QUESTIONS = 100;

  private final Attempts attempts;

  Reads(Attempts attempts) {
    this.attempts = attempts;
  }

  /**
   * @param where the values that labels must have; none for all events
   */
  CompletableFuture<Count> count(CounterRef counter, Map<String, String> where) {
    String path = Paths.counter(counter) + (where.isEmpty() ? "" : "?" + Paths.where(where));
    return attempts.get(path).thenApply(Answers::count);
  }

  /** In the order asked for. */
  CompletableFuture<List<Count>> counts(List<CounterRef> counters) {
    return many(counters, Answers::count);
  }

  /** In the order asked for. */
  CompletableFuture<List<CounterSketch>> sketches(List<CounterRef> counters) {
    return many(counters, SketchAnswers::sketch);
  }

  private <T> CompletableFuture<List<T>> many(
      List<CounterRef> counters, Function<JsonObject, T> one) {
    return all("v1/counts", "counts", MOST_COUNTERS, counters, Reads::body, one);
  }

  /** In the order asked for. */
  CompletableFuture<List<QueryResult>> query(List<JsonObject> questions, JsonObject common) {
    return all(
        "v1/query",
        "results",
        MOST_QUESTIONS,
        questions,
        some ->
            new JsonObject(new LinkedHashMap<>(common.members())).put("queries", some).toString(),
        QueryResult::of);
  }

  /**
   * Asks for all in as many requests as it takes.
   *
   * @param member the one of an answer that has as many elements as were asked for
   */
  private <Q, T> CompletableFuture<List<T>> all(
      String path,
      String member,
      int most,
      List<Q> asked,
      Function<List<Q>, String> body,
      Function<JsonObject, T> one) {
    List<CompletableFuture<List<T>>> parts = new ArrayList<>();
    for (int from = 0; from < asked.size(); from += most) {
      List<Q> some = asked.subList(from, Math.min(from + most, asked.size()));
      parts.add(
          attempts
              .send(ApiRequest.query(path, body.apply(some)))
              .thenApply(answer -> Answers.many(answer, member, some.size(), one)));
    }
    return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .thenApply(
            done ->
                parts.stream().map(CompletableFuture::join).flatMap(Collection::stream).toList());
  }

  private static String body(List<CounterRef> counters) {
    StringBuilder text = new StringBuilder("{\"counters\":");
    char before = '[';
    for (CounterRef counter : counters) {
      text.append(before).append("{\"namespace\":");
      JsonText.quote(text, counter.namespace()).append(",\"counter\":");
      JsonText.quote(text, counter.counter()).append('}');
      before = ',';
    }
    return text.append("]}").toString();
  }

  CompletableFuture<List<Window>> windows(
      CounterRef counter, Granularity granularity, Range range, @Nullable ZoneId zone) {
    String path = windowsPath(counter, granularity, range, zone);
    return attempts.get(path).thenApply(Answers::windows);
  }

  private static String windowsPath(
      CounterRef counter, Granularity granularity, Range range, @Nullable ZoneId zone) {
    return Paths.counter(counter)
        + "/windows?granularity="
        + granularity.word()
        + range.parameters()
        + Paths.zone(zone);
  }

  CompletableFuture<List<Series>> series(CounterRef counter, Breakdown breakdown) {
    String path = Paths.counter(counter) + "?" + Paths.series(breakdown);
    return attempts.get(path).thenApply(answer -> Answers.series(answer).series());
  }

  CompletableFuture<SeriesPage> seriesPage(
      CounterRef counter, Breakdown breakdown, @Nullable String after) {
    String path =
        Paths.counter(counter)
            + "?"
            + Paths.series(breakdown)
            + "&order=name"
            + Paths.text("after", after);
    return attempts.get(path).thenApply(Answers::series);
  }

  CompletableFuture<CounterSketch> sketch(CounterRef counter, SketchOptions options) {
    String path = Paths.counter(counter) + Paths.query(Paths.parts(options));
    return attempts.get(path).thenApply(SketchAnswers::sketch);
  }

  CompletableFuture<List<WindowSeries>> windowSeries(
      CounterRef counter,
      Breakdown breakdown,
      Granularity granularity,
      Range range,
      @Nullable ZoneId zone) {
    String path = windowsPath(counter, granularity, range, zone) + "&" + Paths.series(breakdown);
    return attempts.get(path).thenApply(Answers::windowSeries);
  }

  CompletableFuture<List<SketchWindow>> sketchWindows(
      CounterRef counter,
      SketchOptions options,
      Granularity granularity,
      Range range,
      @Nullable ZoneId zone) {
    String path = windowsPath(counter, granularity, range, zone) + Paths.parts(options);
    return attempts.get(path).thenApply(SketchAnswers::windows);
  }

  CompletableFuture<Total> total(
      CounterRef counter, Range range, @Nullable ZoneId zone, boolean compared) {
    String path = totalPath(counter, range, zone, compared);
    return attempts.get(path).thenApply(Answers::total);
  }

  private static String totalPath(
      CounterRef counter, Range range, @Nullable ZoneId zone, boolean compared) {
    return Paths.counter(counter)
        + "/total"
        + Paths.query(
            range.parameters() + Paths.zone(zone) + (compared ? "&compare=previous" : ""));
  }

  CompletableFuture<List<TotalSeries>> totalSeries(
      CounterRef counter,
      Breakdown breakdown,
      Range range,
      @Nullable ZoneId zone,
      boolean compared) {
    String path = totalPath(counter, range, zone, compared) + "&" + Paths.series(breakdown);
    return attempts.get(path).thenApply(Answers::totalSeries);
  }

  CompletableFuture<SketchTotal> sketchTotal(
      CounterRef counter,
      SketchOptions options,
      Range range,
      @Nullable ZoneId zone,
      boolean compared) {
    String path = totalPath(counter, range, zone, compared) + Paths.parts(options);
    return attempts.get(path).thenApply(SketchAnswers::total);
  }

  /**
   * @param time the parameters for the time that is ranked, after others
   */
  CompletableFuture<List<Ranked>> top(String namespace, int n, String time, @Nullable ZoneId zone) {
    String path = Paths.namespace(namespace) + "/top?n=" + n + time + Paths.zone(zone);
    return attempts.get(path).thenApply(Answers::ranking);
  }

  CompletableFuture<Page<Ranked>> counters(
      String namespace, ListOptions options, @Nullable String next) {
    return attempts
        .get(options.path(Paths.namespace(namespace), next))
        .thenApply(answer -> Page.read(answer, "counters", Answers::ranked));
  }
}
