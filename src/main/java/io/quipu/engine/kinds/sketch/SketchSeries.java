package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.SeriesAnswers;
import io.quipu.engine.kind.SeriesRange;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The series of a counter that one question must read: all that it asks for if the largest are
 * wanted, or else the first of them. A series is announced before any value of it is acknowledged,
 * so each of them is found.
 *
 * @param more whether there are more than that
 */
record SketchSeries(SeriesRange asked, List<KnownCounter> series, boolean more) {
  /** The maximum number of series that are read to find the largest of them. */
  private static final int RANKED = Limits.COUNTS;

  /** Finds the series. Fails with the store unavailable. */
  static CompletionStage<SketchSeries> find(SketchStore store, SeriesRange asked) {
    return find(store, asked, asked.after(), new ArrayList<>());
  }

  private static CompletionStage<SketchSeries> find(
      SketchStore store, SeriesRange asked, String after, List<KnownCounter> found) {
    int most = 1 + (asked.bySize() ? RANKED : asked.limit());
    return store
        .series(asked.counter().name(), asked.breakdown(), after, most)
        .thenCompose(
            some -> {
              for (CounterName one : some) {
                if (asked.has(one.series()) && found.size() < most) {
                  found.add(new KnownCounter(one, asked.counter().namespace()));
                }
              }
              return some.size() < most || found.size() == most
                  ? CompletableFuture.completedStage(of(asked, found, most))
                  : find(store, asked, some.get(some.size() - 1).series(), found);
            });
  }

  private static SketchSeries of(SeriesRange asked, List<KnownCounter> found, int most) {
    boolean more = found.size() == most;
    return new SketchSeries(asked, more ? found.subList(0, most - 1) : found, more);
  }

  /** Tells whether there are too many series to find the largest of them. */
  boolean areTooMany() {
    return more && asked.bySize();
  }

  /** The answer once the series are read. The last of them may have no values. */
  SeriesAnswers answers(List<Answer> read) {
    SeriesAnswers found = SeriesAnswers.of(asked, read);
    return more
        ? new SeriesAnswers(found.series(), series.get(series.size() - 1).name().series(), null)
        : found;
  }
}
