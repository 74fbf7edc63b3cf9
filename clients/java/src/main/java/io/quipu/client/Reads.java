package io.quipu.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Reads, tried again until there is an answer or their time is over. */
final class Reads {
  private static final int MOST_COUNTERS = 1_000;

  private final ClientOptions options;
  private final Transport transport;
  private final Timers timers;
  private final Map<Object, CompletableFuture<HttpAnswer>> underWay = new ConcurrentHashMap<>();
  private volatile boolean closed;

  Reads(Transport transport) {
    this.options = transport.options;
    this.transport = transport;
    this.timers = transport.timers;
  }

  /**
   * @param where the values that labels must have; none for all events
   */
  CompletableFuture<Count> count(CounterRef counter, Map<String, String> where) {
    String path = Paths.counter(counter) + (where.isEmpty() ? "" : "?" + Paths.where(where));
    return attempt(within -> transport.get(path, within)).thenApply(Answers::count);
  }

  /** In the order asked for. */
  CompletableFuture<List<Count>> counts(List<CounterRef> counters) {
    List<CompletableFuture<List<Count>>> parts = new ArrayList<>();
    for (int from = 0; from < counters.size(); from += MOST_COUNTERS) {
      List<CounterRef> some =
          counters.subList(from, Math.min(from + MOST_COUNTERS, counters.size()));
      byte[] body = body(some);
      parts.add(
          attempt(within -> transport.post("v1/counts", body, within))
              .thenApply(answer -> Answers.counts(answer, some.size())));
    }
    return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .thenApply(
            all ->
                parts.stream().map(CompletableFuture::join).flatMap(Collection::stream).toList());
  }

  private static byte[] body(List<CounterRef> counters) {
    StringBuilder text = new StringBuilder("{\"counters\":");
    char before = '[';
    for (CounterRef counter : counters) {
      text.append(before).append("{\"namespace\":");
      JsonText.quote(text, counter.namespace()).append(",\"counter\":");
      JsonText.quote(text, counter.counter()).append('}');
      before = ',';
    }
    return text.append("]}").toString().getBytes(StandardCharsets.UTF_8);
  }

  CompletableFuture<List<Window>> windows(
      CounterRef counter,
      Granularity granularity,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone) {
    String path = windowsPath(counter, granularity, from, to, zone);
    return attempt(within -> transport.get(path, within)).thenApply(Answers::windows);
  }

  private static String windowsPath(
      CounterRef counter,
      Granularity granularity,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone) {
    return Paths.counter(counter)
        + "/windows?granularity="
        + granularity.word()
        + Paths.time("from", from)
        + Paths.time("to", to)
        + Paths.zone(zone);
  }

  CompletableFuture<List<Series>> series(CounterRef counter, Breakdown breakdown) {
    String path = Paths.counter(counter) + "?" + Paths.series(breakdown);
    return attempt(within -> transport.get(path, within))
        .thenApply(answer -> Answers.series(answer).series());
  }

  CompletableFuture<SeriesPage> seriesPage(
      CounterRef counter, Breakdown breakdown, @Nullable String after) {
    String path =
        Paths.counter(counter)
            + "?"
            + Paths.series(breakdown)
            + "&order=name"
            + Paths.text("after", after);
    return attempt(within -> transport.get(path, within)).thenApply(Answers::series);
  }

  CompletableFuture<Sketch> sketch(CounterRef counter, SketchOptions options) {
    String parts = Paths.parts(options);
    String path = Paths.counter(counter) + (parts.isEmpty() ? "" : "?" + parts.substring(1));
    return attempt(within -> transport.get(path, within)).thenApply(SketchAnswers::sketch);
  }

  CompletableFuture<List<WindowSeries>> windowSeries(
      CounterRef counter,
      Breakdown breakdown,
      Granularity granularity,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone) {
    String path = windowsPath(counter, granularity, from, to, zone) + "&" + Paths.series(breakdown);
    return attempt(within -> transport.get(path, within)).thenApply(Answers::windowSeries);
  }

  CompletableFuture<List<SketchWindow>> sketchWindows(
      CounterRef counter,
      SketchOptions options,
      Granularity granularity,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone) {
    String path = windowsPath(counter, granularity, from, to, zone) + Paths.parts(options);
    return attempt(within -> transport.get(path, within)).thenApply(SketchAnswers::windows);
  }

  CompletableFuture<Total> total(
      CounterRef counter,
      Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone,
      boolean compared) {
    String path = totalPath(counter, from, to, zone, compared);
    return attempt(within -> transport.get(path, within)).thenApply(Answers::total);
  }

  private static String totalPath(
      CounterRef counter,
      Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone,
      boolean compared) {
    return Paths.counter(counter)
        + "/total?from="
        + from
        + Paths.time("to", to)
        + Paths.zone(zone)
        + (compared ? "&compare=previous" : "");
  }

  CompletableFuture<List<TotalSeries>> totalSeries(
      CounterRef counter,
      Breakdown breakdown,
      Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone,
      boolean compared) {
    String path = totalPath(counter, from, to, zone, compared) + "&" + Paths.series(breakdown);
    return attempt(within -> transport.get(path, within)).thenApply(Answers::totalSeries);
  }

  CompletableFuture<SketchTotal> sketchTotal(
      CounterRef counter,
      SketchOptions options,
      Instant from,
      @Nullable Instant to,
      @Nullable ZoneId zone,
      boolean compared) {
    String path = totalPath(counter, from, to, zone, compared) + Paths.parts(options);
    return attempt(within -> transport.get(path, within)).thenApply(SketchAnswers::total);
  }

  CompletableFuture<List<Ranked>> top(
      String namespace,
      int n,
      @Nullable Granularity granularity,
      @Nullable Instant window,
      @Nullable ZoneId zone) {
    String path =
        Paths.namespace(namespace)
            + "/top?n="
            + n
            + (granularity == null ? "" : "&granularity=" + granularity.word())
            + Paths.time("window", window)
            + Paths.zone(zone);
    return attempt(within -> transport.get(path, within)).thenApply(Answers::ranking);
  }

  private CompletableFuture<HttpAnswer> attempt(
      Function<Duration, CompletionStage<HttpAnswer>> read) {
    CompletableFuture<HttpAnswer> result = new CompletableFuture<>();
    Object key = new Object();
    underWay.put(key, result);
    if (closed) {
      close();
    }
    attempt(read, System.nanoTime() + options.giveUp.toNanos(), 1, result);
    return result.whenComplete((answer, failure) -> underWay.remove(key));
  }

  /** Ends those that are under way. */
  void close() {
    closed = true;
    underWay.values().forEach(result -> result.completeExceptionally(new ClosedException()));
  }

  private void attempt(
      Function<Duration, CompletionStage<HttpAnswer>> read,
      long deadline,
      int attempt,
      CompletableFuture<HttpAnswer> result) {
    if (result.isDone()) {
      return;
    }
    long left = Math.max(1, deadline - System.nanoTime());
    Duration within = Duration.ofNanos(Math.min(left, options.requestTimeout.toNanos()));
    read.apply(within)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null && answer.status() == 200) {
                result.complete(answer);
              } else if (failure == null && !isPassing(answer.status())) {
                result.completeExceptionally(new ProblemException(answer.problem()));
              } else {
                Duration pause = pause(attempt, failure == null ? answer.pause() : Duration.ZERO);
                Throwable why =
                    failure == null
                        ? new ProblemException(answer.problem())
                        : Transport.unwrapped(failure);
                long rest = deadline - System.nanoTime();
                if (pause.toNanos() > rest) {
                  result.completeExceptionally(why);
                } else {
                  options.tell(why, pause, Duration.ofNanos(rest));
                  timers.after(pause, () -> attempt(read, deadline, attempt + 1, result));
                }
              }
            });
  }

  private static Duration pause(int failures, Duration least) {
    Duration pause = Backoff.after(failures);
    return pause.compareTo(least) > 0 ? pause : least;
  }

  private static boolean isPassing(int status) {
    return switch (status) {
      case 408, 429, 500, 502, 503, 504 -> true;
      default -> false;
    };
  }
}
