package io.quipu.service;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.Granularity;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads those series of a counter that are the largest in a time range. The number of series is not
 * known before some are read, so their totals and windows are owed.
 */
public record SeriesInTime(Questions questions, Asker asker) {
  /** The maximum number of series that are read at once. */
  private static final int AT_ONCE = 16;

  /** The number of series of which the largest in a time range are found: all countries, say. */
  private static final int RANKED = 250;

  /** The answers of a series in a time range. */
  public record InRange(KnownCounter series, WindowAnswers answers) {
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
   * Reads the windows of the series with the largest totals.
   *
   * @param asked the maximum number of series, with the options of the reads
   * @param cover the windows; empty if there are none
   * @param kept the granularities that the namespace keeps
   * @throws InvalidInput naming {@code limit} if there are too many windows in all
   */
  public Future<List<InRange>> windows(
      SeriesRange asked, Optional<WindowCover> cover, Set<Granularity> kept) {
    cover.ifPresent(
        some ->
            requireFew(asked.limit(), Math.max(some.size(), some.partitions()), Limits.WINDOWS));
    return largest(asked, cover.map(some -> some.together(kept)))
        .compose(
            largest -> {
              owe(asked, cover, largest.size());
              return each(largest, one -> read(asked, one.series, cover, true));
            });
  }

  /**
   * Reads the totals of the series with the largest.
   *
   * @param asked the maximum number of series, with the options of the reads
   * @param cover the ranges; the series are compared by the last one
   * @throws InvalidInput naming {@code limit} if there are too many windows in all
   */
  public Future<List<InRange>> totals(SeriesRange asked, WindowCover cover) {
    requireFew(asked.limit(), cover.windows(), Limits.WINDOWS_OF_SERIES);
    return largest(asked, Optional.of(cover));
  }

  private static void requireFew(int limit, long windows, int most) {
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
   */
  private Future<List<InRange>> largest(SeriesRange asked, Optional<WindowCover> total) {
    long windows = total.map(WindowCover::windows).orElse(0L);
    int few = (int) Math.min(RANKED, Limits.WINDOWS / Math.max(1, windows));
    SeriesRange inAll =
        new SeriesRange(
            asked.counter(),
            asked.breakdown(),
            asked.where(),
            "",
            Math.max(asked.limit(), few),
            true);
    return questions
        .answer(inAll, asker)
        .compose(
            found -> {
              owe(asked, total, found.orRefuse("by", "take where").series().size());
              return each(
                  found.series(),
                  one ->
                      read(
                          asked, new KnownCounter(one.counter(), asked.namespace()), total, false));
            })
        .map(all -> all.stream().sorted(InRange::largestFirst).limit(asked.limit()).toList());
  }

  private void owe(SeriesRange asked, Optional<WindowCover> cover, int series) {
    int each = cover.map(Question::ofWindows).orElse(1);
    asker.owe(asked.namespace().name(), each * series);
  }

  private Future<InRange> read(
      SeriesRange asked, KnownCounter series, Optional<WindowCover> cover, boolean whole) {
    return cover
        .map(
            some ->
                questions.answer(
                    new Question.Windows(series, some, whole, asked.options()), asker.paid()))
        .orElseGet(() -> Future.succeededFuture(WindowAnswers.NONE))
        .map(answers -> new InRange(series, answers));
  }

  private static <S> Future<List<InRange>> each(List<S> series, Function<S, Future<InRange>> read) {
    List<Future<InRange>> asked = new ArrayList<>();
    return Future.fromCompletionStage(
            BoundedConcurrency.forEach(
                AT_ONCE,
                series,
                one -> {
                  asked.add(read.apply(one));
                  return asked.get(asked.size() - 1).toCompletionStage();
                }))
        .map(all -> asked.stream().map(Future::result).toList());
  }
}
