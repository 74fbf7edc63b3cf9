package io.quipu.engine.kinds.sketch;

import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The series of a counter that one question must read: all that it asks for if the largest are
 * wanted, or else the first of them. A series is announced before any value of it is acknowledged,
 * so each of them is found.
 *
 * @param next the key after which there may be more; null if there are none
 */
record SketchSeries(SeriesRange asked, List<KnownCounter> series, @Nullable String next) {
  /** The maximum number of series that are read to find the largest of them. */
  private static final int RANKED = Limits.COUNTS;

  /** The number of series that are looked at together where only some are asked for. */
  private static final int LOOKED_AT = 1_000;

  /** The maximum number of times that one question looks for series. */
  private static final int LOOKS = 20;

  /** Finds the series. Fails with the store unavailable. */
  static CompletionStage<SketchSeries> find(SketchStore store, SeriesRange asked) {
    int most = asked.bySize() ? RANKED : asked.limit();
    int page = asked.where().isEmpty() ? most + 1 : Math.max(most + 1, LOOKED_AT);
    return find(store, asked, asked.after(), most, page, LOOKS, new ArrayList<>());
  }

  private static CompletionStage<SketchSeries> find(
      SketchStore store,
      SeriesRange asked,
      String after,
      int most,
      int page,
      int looks,
      List<KnownCounter> found) {
    return store
        .series(asked.counter().name(), asked.breakdown(), after, page)
        .thenCompose(
            some -> {
              for (CounterName one : some) {
                if (found.size() == most) {
                  return CompletableFuture.completedStage(
                      new SketchSeries(asked, found, found.get(most - 1).name().series()));
                }
                if (asked.has(one.series())) {
                  found.add(new KnownCounter(one, asked.counter().namespace()));
                }
              }
              if (some.size() < page) {
                return CompletableFuture.completedStage(new SketchSeries(asked, found, null));
              }
              String last = some.get(page - 1).series();
              return looks == 1
                  ? CompletableFuture.completedStage(new SketchSeries(asked, found, last))
                  : find(store, asked, last, most, page, looks - 1, found);
            });
  }

  /** Tells whether there are too many series to find the largest of them. */
  boolean areTooMany() {
    return next != null && asked.bySize();
  }

  /** These series, as the answer to a question for the first of them. */
  SketchSeries byName() {
    return new SketchSeries(asked.byName(), series, next);
  }

  /** The answer once the series are read. The last of them may have no values. */
  SeriesAnswers answers(List<Answer> read) {
    SeriesAnswers found = SeriesAnswers.of(asked, read);
    return next == null ? found : new SeriesAnswers(found.series(), next, null);
  }
}
