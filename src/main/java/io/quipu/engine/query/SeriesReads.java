package io.quipu.engine.query;

import io.quipu.engine.input.Limits;
import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads the series of a breakdown of a counter. Confined to one context.
 *
 * <p>Invariant: all series of a page come from one state of the page and one reading of its tail,
 * unless the page has too many of them. An id that was sent twice, with other labels, counts in one
 * series or in the other, and a reader that looked at them one after the other could find it in
 * none. So the states are asked for by name, together with the header. The counter notes how many
 * there are: a reader that knows fewer looks for names again.
 *
 * <p>If a page has too many, the reader first finds out which series there are: in the tails, then
 * in the states. After that, the counts of the series are read, like the counts of counters. So
 * each count includes every event that was acknowledged before the question, and is of one moment.
 * The series together are not.
 *
 * <p>Invariant: no series that was acknowledged before the question is left out. By name, only the
 * first are remembered. By size, the rows of a tail are held, so a tail that does not fit waits
 * until it is settled, as any read does.
 */
final class SeriesReads {
  /** The number of series of a page that a service reads together. */
  static final int MOST_TOGETHER = 1_500;

  /** The maximum number of series that are looked at to find the largest of them. */
  private static final int MOST_RANKED = 200_000;

  private static final int TOGETHER_AT_ONCE = 2;
  private static final int FIRST_AT_ONCE = 8;

  /** By descending count, then by key. */
  private static final Comparator<Map.Entry<String, Tally>> LARGEST =
      Map.Entry.<String, Tally>comparingByValue(Comparator.comparing(Tally::count).reversed())
          .thenComparing(Map.Entry.comparingByKey(Utf8Order.INSTANCE));

  private final PageReads pages;
  private final Counting counting;
  private final int together;

  /**
   * @param together the maximum number of series of a page that are read together
   */
  SeriesReads(PageReads pages, Counting counting, int together) {
    this.pages = pages;
    this.counting = counting;
    this.together = together;
  }

  /** Returns the counts of series. Fails with the store unavailable. */
  CompletionStage<SeriesAnswers> read(SeriesRange asked) {
    Question question = new Question(asked);
    return KnownResets.ask(question::together)
        .thenCompose(
            all -> {
              if (all.isPresent()) {
                return CompletableFuture.completedStage(SeriesAnswers.of(asked, all.get()));
              }
              return asked.bySize() ? question.largest() : question.first();
            });
  }

  /** One question. */
  private final class Question {
    private final SeriesRange asked;
    private final List<PageSeries> all;
    private boolean tooMany;

    Question(SeriesRange asked) {
      this.asked = asked;
      KnownCounter counter = asked.counter();
      long until = pages.rows.patienceEnds();
      this.all =
          pages.layout.pagesOf(counter.name(), counter.shards()).stream()
              .map(page -> new PageSeries(pages, asked, page, until))
              .toList();
    }

    /** Counts all series; empty if a page has too many of them. */
    CompletionStage<Optional<List<Count>>> together(KnownResets known) {
      List<PageSeries.Together> read = new ArrayList<>();
      return BoundedConcurrency.forEach(TOGETHER_AT_ONCE, all, page -> read(page, known, read))
          .thenApply(done -> tooMany ? Optional.empty() : Optional.of(sums(read)));
    }

    private CompletionStage<Void> read(
        PageSeries page, KnownResets known, List<PageSeries.Together> read) {
      return tooMany
          ? CompletableFuture.completedStage(null)
          : page.together(known, together)
              .thenAccept(
                  found -> {
                    tooMany |= found.isEmpty();
                    found.ifPresent(read::add);
                  });
    }

    private static List<Count> sums(List<PageSeries.Together> read) {
      Map<CounterName, Count.Sum> sums = new HashMap<>();
      read.stream()
          .flatMap(PageSeries.Together::series)
          .forEach(one -> sums.computeIfAbsent(one, Count.Sum::new));
      sums.forEach((one, sum) -> read.forEach(page -> sum.add(page.state(), page.tail().of(one))));
      return sums.values().stream().map(Count.Sum::count).toList();
    }

    /** Counts the first series by key. */
    CompletionStage<SeriesAnswers> first() {
      FirstKeys found = new FirstKeys(asked);
      return BoundedConcurrency.forEach(FIRST_AT_ONCE, all, page -> page.first(found))
          .thenCompose(read -> counts(found.keys()))
          .thenApply(counts -> new SeriesAnswers(counts, found.next(), null));
    }

    /** Counts the largest series. */
    CompletionStage<SeriesAnswers> largest() {
      Map<String, Tally> sums = new HashMap<>();
      return BoundedConcurrency.forEach(
              1,
              all,
              page ->
                  KnownResets.ask(known -> page.counts(known, MOST_RANKED))
                      .thenAccept(
                          of -> of.forEach((key, sum) -> sums.merge(key, sum, Tally::plus))))
          .thenCompose(read -> largest(sums));
    }

    private CompletionStage<SeriesAnswers> largest(Map<String, Tally> sums) {
      if (sums.size() > MOST_RANKED) {
        return CompletableFuture.completedStage(SeriesAnswers.TOO_MANY);
      }
      sums.values().removeIf(sum -> sum.events() == 0);
      List<String> keys =
          sums.entrySet().stream()
              .sorted(LARGEST)
              .limit(Limits.COUNTS)
              .map(Map.Entry::getKey)
              .toList();
      return counts(keys)
          .thenApply(
              counts ->
                  new SeriesAnswers(
                      SeriesAnswers.of(asked, counts).series(), null, (long) sums.size()));
    }

    /** Reads the counts of series, and leaves out those that a reset has taken back to nothing. */
    private CompletionStage<List<Answer>> counts(List<String> keys) {
      return BoundedConcurrency.map(
              1,
              BoundedConcurrency.chunks(keys, Limits.COUNTS),
              some -> counting.counts(some.stream().map(this::series).toList()))
          .thenApply(
              read -> read.stream().flatMap(List::stream).filter(one -> !one.isEmpty()).toList());
    }

    private KnownCounter series(String key) {
      return new KnownCounter(asked.counter().name().with(key), asked.counter().namespace());
    }
  }
}
