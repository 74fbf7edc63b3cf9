package io.quipu.edge.http.read;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.SeriesAnswer;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.WindowCover;
import io.quipu.service.Asker;
import io.quipu.service.ReadService;
import io.quipu.service.rates.Prices;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Answers of several series. */
record SeriesResponse(ReadService reads, Asker asker) {
  private static final String LABELS = "labels";
  private static final String BY_COUNT = "count";
  private static final String BY_NAME = "name";

  /** The maximum number of series that are read at once. */
  private static final int AT_ONCE = 16;

  /** The number of series of which the largest in a time range are found: all countries, say. */
  private static final int RANKED = 250;

  /** Reads {@code order}, {@code limit} and {@code after}, and asks for the series. */
  static SeriesRange range(SeriesInput input, KnownCounter counter, Query query) {
    String order = query.get("order").orElse(BY_COUNT);
    boolean byCount = order.equals(BY_COUNT);
    if (!byCount && !order.equals(BY_NAME)) {
      throw new InvalidInput("order", "order must be one of count, name");
    }
    String after = query.get("after").orElse("");
    if (byCount && query.get("after").isPresent()) {
      throw new InvalidInput("after", "after needs order=name: the largest have one page");
    }
    return input.range(counter, after, ListLimit.of(query), byCount);
  }

  /** Reads the counts of series. */
  Future<SeriesAnswers> counts(SeriesRange range) {
    return counts(range, "order", "take order=name");
  }

  /**
   * Reads the counts of series.
   *
   * @param field the parameter that a question about too many series is refused for
   * @param instead what can be asked instead
   */
  private Future<SeriesAnswers> counts(SeriesRange range, String field, String instead) {
    return reads
        .series(range, asker)
        .map(
            counts -> {
              if (counts.equals(SeriesAnswers.TOO_MANY)) {
                throw new InvalidInput(
                    field, "there are too many series to find the largest; " + instead);
              }
              return counts;
            });
  }

  /** Writes the counts of series as an answer. */
  static Response of(SeriesInput input, KnownCounter counter, SeriesAnswers counts) {
    JsonText json =
        new JsonText()
            .beginObject()
            .field("namespace", counter.name().namespace())
            .field("counter", counter.name().name());
    input.write(json).name("series").beginArray();
    for (Answer one : counts.series()) {
      json.beginObject();
      SeriesAnswer.labels(json, LABELS, counter, one.counter().series());
      one.writeParts(json);
      json.endObject();
    }
    json.endArray();
    String next = counts.next();
    if (next != null) {
      json.field("next", SeriesInput.next(next));
    }
    Long total = counts.total();
    if (total != null) {
      json.field("total", total);
    }
    return Response.json(200, json.endObject());
  }

  /** The answers of a series in a time range. */
  record InRange(KnownCounter series, WindowAnswers answers) {
    /** Compares the last answers, the largest first. A series without any comes last. */
    private static int largestFirst(InRange one, InRange other) {
      List<WindowAnswer> own = one.answers.windows();
      List<WindowAnswer> others = other.answers.windows();
      return own.isEmpty() || others.isEmpty()
          ? Boolean.compare(own.isEmpty(), others.isEmpty())
          : others.get(others.size() - 1).value().compareSize(own.get(own.size() - 1).value());
    }
  }

  /**
   * Requires that the windows of so many series are few enough.
   *
   * @param most the maximum number of windows in all
   * @throws InvalidInput naming {@code limit}
   */
  static void requireFew(int limit, WindowCover cover, int most) {
    long windows = cover.windows();
    if (limit * windows > most) {
      throw new InvalidInput(
          "limit",
          limit
              + " series of "
              + windows
              + " windows are asked for; at most "
              + most
              + " windows are allowed in all: ask for a limit of "
              + most / windows
              + ", or for a shorter range");
    }
  }

  /**
   * Finds the series that are the largest in a time range, of those that are the largest in all:
   * {@value #RANKED} of them, as long as their windows are at most {@link Limits#WINDOWS}, but at
   * least as many as are asked for.
   *
   * @param limit the maximum number of series
   * @param windows the number of windows of the range
   * @param total reads the total of the range, which is the last answer, and pays nothing
   */
  Future<List<InRange>> largest(
      SeriesInput input,
      KnownCounter counter,
      int limit,
      long windows,
      Function<KnownCounter, Future<WindowAnswers>> total) {
    int few = (int) Math.min(RANKED, Limits.WINDOWS / Math.max(1, windows));
    int looked = Math.max(limit, few);
    return counts(input.range(counter, "", looked, true), SeriesInput.BY, "take where")
        .map(
            counts -> {
              int each = Prices.together(windows);
              asker.owe(counter.name().namespace(), each * counts.series().size());
              return counts.series().stream()
                  .map(one -> new KnownCounter(one.counter(), counter.namespace()))
                  .toList();
            })
        .compose(series -> all(series, one -> total.apply(one).map(sum -> new InRange(one, sum))))
        .map(found -> found.stream().sorted(InRange::largestFirst).limit(limit).toList());
  }

  /**
   * Writes the elements of {@code series}.
   *
   * @param write writes answers into the object of their series
   */
  static JsonText write(
      SeriesInput input,
      List<InRange> series,
      JsonText json,
      BiConsumer<JsonText, WindowAnswers> write) {
    input.write(json).name("series").beginArray();
    for (InRange one : series) {
      json.beginObject();
      SeriesAnswer.labels(json, LABELS, one.series, one.series.name().series());
      write.accept(json, one.answers);
      json.endObject();
    }
    return json.endArray();
  }

  /** Reads something of each series. */
  static <S, T> Future<List<T>> all(List<S> series, Function<S, Future<T>> read) {
    return all(series, 0, new ArrayList<>(), read);
  }

  private static <S, T> Future<List<T>> all(
      List<S> series, int from, List<T> found, Function<S, Future<T>> read) {
    if (from >= series.size()) {
      return Future.succeededFuture(found);
    }
    int end = Math.min(series.size(), from + AT_ONCE);
    List<Future<T>> some = series.subList(from, end).stream().map(read).toList();
    return Future.all(some)
        .compose(
            done -> {
              some.forEach(one -> found.add(one.result()));
              return all(series, end, found, read);
            });
  }
}
