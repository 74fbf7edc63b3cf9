package io.quipu.engine.query;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.SeriesAnswers;
import io.quipu.engine.kind.SeriesRange;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Limits;
import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Utf8Order;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
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
 */
final class ManySeries {
  /** The maximum number of series that are looked at to find the largest of them. */
  private static final int MOST_RANKED = 200_000;

  /** The maximum number of series of a tail that are looked at. */
  private static final int MOST_IN_TAIL = 4 * Limits.COUNTS;

  private static final int CHUNK = 1_000;
  private static final int PAGES_AT_ONCE = 8;

  private final PageReads pages;
  private final Counting counting;

  ManySeries(PageReads pages, Counting counting) {
    this.pages = pages;
    this.counting = counting;
  }

  /** Returns the counts of series. Fails with the store unavailable. */
  CompletionStage<SeriesAnswers> read(SeriesRange asked, long until) {
    Question question = new Question(asked, until);
    return question
        .tails()
        .thenCompose(read -> asked.bySize() ? question.largest() : question.first());
  }

  /** One question. */
  private final class Question {
    private final SeriesRange asked;
    private final CounterName counter;
    private final long until;
    private final Map<Integer, CounterState> whole = new TreeMap<>();
    private final NavigableSet<String> found = new TreeSet<>(Utf8Order.INSTANCE);

    Question(SeriesRange asked, long until) {
      this.asked = asked;
      this.counter = asked.counter().name();
      this.until = until;
    }

    /** Finds the series of the rows in the tails. */
    CompletionStage<Void> tails() {
      List<Integer> all = pages.layout.pagesOf(counter, asked.counter().shards());
      return BoundedConcurrency.forEach(PAGES_AT_ONCE, all, this::tail);
    }

    private CompletionStage<Void> tail(int page) {
      return pages
          .rows
          .with(
              until,
              0,
              held ->
                  pages.read(
                      page, List.of(counter), EventTime.MAX, held, new KnownResets(), new Keys()))
          .thenAccept(reading -> whole.put(page, reading.state().of(counter)));
    }

    private final class Keys implements PageReads.Sink {
      @Override
      public void counts(CounterName any, EventTime at, long minute, long delta, int moreEvents) {}

      @Override
      public void takesAway(CounterName any, EventTime at, Tally away) {}

      @Override
      public boolean wants(CounterName any, String key) {
        if (asked.has(key) && found.size() < MOST_IN_TAIL) {
          found.add(key);
        }
        return false;
      }
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
      return pages
          .rows
          .with(
              until,
              CHUNK,
              held ->
                  BoundedConcurrency.forEach(
                      1, whole.keySet(), page -> first(page, asked.names(), 0)))
          .thenCompose(
              read -> {
                List<String> keys = found.stream().limit(asked.limit()).toList();
                String next = found.size() > asked.limit() ? keys.get(keys.size() - 1) : null;
                return counts(keys)
                    .thenApply(counts -> new SeriesAnswers(List.copyOf(counts), next, null));
              });
    }

    /** Adds the first series of a page to those that were found: one more than are asked for. */
    private CompletionStage<Void> first(int page, NameRange range, int had) {
      return states(page, range)
          .thenCompose(
              some -> {
                int has = had;
                for (NamedState state : some) {
                  String key = key(state);
                  if (asked.has(key) && has <= asked.limit()) {
                    found.add(key);
                    has++;
                  }
                }
                return some.size() < CHUNK || has > asked.limit()
                    ? CompletableFuture.<Void>completedStage(null)
                    : first(page, range.after(some.get(some.size() - 1).counter()), has);
              });
    }

    /** Reads the largest series. */
    CompletionStage<SeriesAnswers> largest() {
      Map<String, Tally> sums = new HashMap<>();
      return pages
          .rows
          .with(
              until,
              CHUNK,
              held -> {
                sums.clear();
                return BoundedConcurrency.forEach(
                    1, whole.keySet(), page -> sums(page, asked.names(), sums));
              })
          .thenCompose(
              read -> {
                if (sums.size() > MOST_RANKED) {
                  return CompletableFuture.completedStage(SeriesAnswers.TOO_MANY);
                }
                found.forEach(key -> sums.putIfAbsent(key, Tally.ZERO));
                sums.entrySet().stream()
                    .sorted(Comparator.comparing(sum -> sum.getValue().count().negate()))
                    .limit(Limits.COUNTS)
                    .forEach(sum -> found.add(sum.getKey()));
                long total = sums.size();
                return counts(List.copyOf(found))
                    .thenApply(
                        counts ->
                            new SeriesAnswers(
                                SeriesAnswers.of(asked, counts).series(), null, total));
              });
    }

    private CompletionStage<Void> sums(int page, NameRange range, Map<String, Tally> sums) {
      return states(page, range)
          .thenCompose(
              some -> {
                CounterState of = whole.getOrDefault(page, CounterState.NONE);
                for (NamedState state : some) {
                  String key = key(state);
                  Tally tally = of.ofSeries(state.state()).total();
                  if (asked.has(key) && tally.events() != 0) {
                    sums.merge(key, tally, Tally::plus);
                  }
                }
                return some.size() < CHUNK || sums.size() > MOST_RANKED
                    ? CompletableFuture.<Void>completedStage(null)
                    : sums(page, range.after(some.get(some.size() - 1).counter()), sums);
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
