package io.quipu.engine.query;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.SeriesAnswers;
import io.quipu.engine.kind.SeriesRange;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.input.Limits;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.Tally;
import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads some series of a breakdown that has too many to read them together. Confined to one
 * context.
 *
 * <p>First it is found out which series there are: of the rows in the tails, then of the states on
 * the pages. A row that is no longer in the tail is in a state by then. After that, the counts of
 * the series are read, like the counts of counters. So each count includes every event that was
 * acknowledged before the question, and is of one moment. The series together are not.
 *
 * <p>Invariant: no series that was acknowledged before the question is left out. By name, only the
 * first are remembered. By size, the rows of a tail are held, so a tail that does not fit waits
 * until it is settled, as any read does.
 */
final class ManySeries {
  /** The maximum number of series that are looked at to find the largest of them. */
  private static final int MOST_RANKED = 200_000;

  private static final int CHUNK = 1_000;
  private static final int PAGES_AT_ONCE = 8;

  /** By descending count, then by key. */
  private static final Comparator<Map.Entry<String, Tally>> LARGEST =
      Map.Entry.<String, Tally>comparingByValue(Comparator.comparing(Tally::count).reversed())
          .thenComparing(Map.Entry.comparingByKey(Utf8Order.INSTANCE));

  private final PageReads pages;
  private final Counting counting;

  ManySeries(PageReads pages, Counting counting) {
    this.pages = pages;
    this.counting = counting;
  }

  /** Returns the counts of series. Fails with the store unavailable. */
  CompletionStage<SeriesAnswers> read(SeriesRange asked, long until) {
    Question question = new Question(asked, until);
    return asked.bySize() ? question.largest() : question.first();
  }

  /** One question. */
  private final class Question {
    private final SeriesRange asked;
    private final CounterName counter;
    private final long until;
    private final List<Integer> all;

    Question(SeriesRange asked, long until) {
      this.asked = asked;
      this.counter = asked.counter().name();
      this.until = until;
      this.all = pages.layout.pagesOf(counter, asked.counter().shards());
    }

    /** Reads a chunk of the states on a page, in the order of their keys. */
    private CompletionStage<List<NamedState>> states(int page, NameRange range) {
      String stored = CounterName.ofSeries(counter.stored());
      return pages.stores.slices().states(page, stored, range, CHUNK);
    }

    private String key(NamedState state) {
      return CounterName.ofStored(CounterName.ofSeries(counter.stored()), state.counter()).series();
    }

    /** Reads the first series by key. */
    CompletionStage<SeriesAnswers> first() {
      FirstKeys found = new FirstKeys(asked);
      return BoundedConcurrency.forEach(PAGES_AT_ONCE, all, page -> tail(page, found))
          .thenCompose(
              tails ->
                  pages.rows.with(
                      until,
                      CHUNK,
                      held ->
                          BoundedConcurrency.forEach(
                              1, all, page -> first(page, asked.names(), 0, found))))
          .thenCompose(
              read ->
                  counts(found.keys())
                      .thenApply(
                          counts -> new SeriesAnswers(List.copyOf(counts), found.next(), null)));
    }

    private CompletionStage<Void> tail(int page, FirstKeys found) {
      return pages
          .rows
          .with(
              until,
              0,
              held ->
                  pages.read(page, List.of(counter), EventTime.MAX, held, new KnownResets(), found))
          .thenAccept(reading -> {});
    }

    /** Adds the first series of a page to those that were found: one more than are asked for. */
    private CompletionStage<Void> first(int page, NameRange range, int had, FirstKeys found) {
      return states(page, range)
          .thenCompose(
              some -> {
                int has = had;
                for (NamedState state : some) {
                  has += has <= asked.limit() && found.add(key(state)) ? 1 : 0;
                }
                return some.size() < CHUNK || has > asked.limit()
                    ? CompletableFuture.<Void>completedStage(null)
                    : first(page, range.after(some.get(some.size() - 1).counter()), has, found);
              });
    }

    /** Reads the largest series. */
    CompletionStage<SeriesAnswers> largest() {
      Map<String, Tally> sums = new HashMap<>();
      return BoundedConcurrency.forEach(
              1,
              all,
              page ->
                  KnownResets.ask(known -> sums(page, known))
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

    /** The sums of all series of a page: of states that were read after the tail, and of both. */
    private CompletionStage<Map<String, Tally>> sums(int page, KnownResets known) {
      return pages.rows.with(
          until,
          CHUNK,
          held -> {
            SeriesTails tails = new SeriesTails(asked, page, held);
            Map<String, Tally> sums = new HashMap<>();
            return pages
                .read(page, List.of(counter), EventTime.MAX, held, known, tails)
                .thenCompose(
                    reading -> sums(page, asked.names(), reading.state().of(counter), tails, sums))
                .thenApply(
                    read -> {
                      tails.addOthers(sums);
                      return sums;
                    });
          });
    }

    private CompletionStage<Void> sums(
        int page, NameRange range, CounterState whole, SeriesTails tails, Map<String, Tally> sums) {
      return states(page, range)
          .thenCompose(
              some -> {
                for (NamedState state : some) {
                  String key = key(state);
                  if (asked.has(key)) {
                    sums.put(key, tails.total(key, whole.ofSeries(state.state())));
                  }
                }
                return some.size() < CHUNK || sums.size() > MOST_RANKED
                    ? CompletableFuture.<Void>completedStage(null)
                    : sums(
                        page, range.after(some.get(some.size() - 1).counter()), whole, tails, sums);
              });
    }

    /** Reads the counts of series, and leaves out those that a reset has taken back to nothing. */
    private CompletionStage<List<Count>> counts(List<String> keys) {
      List<Count> counts = new ArrayList<>();
      return BoundedConcurrency.forEach(
              1, BoundedConcurrency.chunks(keys, Limits.COUNTS), some -> counts(some, counts))
          .thenApply(read -> counts);
    }

    private CompletionStage<Void> counts(List<String> keys, List<Count> counts) {
      return counting
          .counts(keys.stream().map(this::series).toList())
          .thenAccept(counted -> counted.forEach(one -> add(one, counts)));
    }

    private KnownCounter series(String key) {
      return new KnownCounter(counter.with(key), asked.counter().namespace());
    }

    private static void add(Answer answer, List<Count> counts) {
      if (!answer.isEmpty()) {
        counts.add((Count) answer);
      }
    }
  }
}
