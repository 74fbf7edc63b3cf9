package io.quipu.engine.query;

import io.quipu.engine.kind.SeriesAnswers;
import io.quipu.engine.kind.SeriesRange;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.RunningTally;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Reads the series of a breakdown of a counter. Confined to one context.
 *
 * <p>Invariant: all series of a page come from one state of the page and one reading of its tail.
 * An id that was sent twice, with other labels, counts in one series or in the other, and a reader
 * that looked at them one after the other could find it in none. So the states are asked for by
 * name, together with the header. The counter notes how many there are: a reader that knows fewer
 * looks for names again.
 */
final class SeriesReads {
  /** The number of series of a page that a service reads together. */
  static final int MOST_TOGETHER = 1_500;

  /** The number of states for which every attempt has room; for more, it takes more. */
  private static final int FEW = 100;

  private static final int ATTEMPTS = 5;
  private static final int PAGES_AT_ONCE = 2;

  private final PageReads pages;
  private final int together;
  private final ManySeries many;

  /**
   * @param together the maximum number of series of a page that are read together
   */
  SeriesReads(PageReads pages, Counting counting, int together) {
    this.pages = pages;
    this.together = together;
    this.many = new ManySeries(pages, counting);
  }

  /** Returns the counts of series. Fails with the store unavailable. */
  CompletionStage<SeriesAnswers> read(SeriesRange asked) {
    long until = pages.rows.patienceEnds();
    return KnownResets.ask(known -> new Question(asked, known, until).read())
        .thenCompose(
            found ->
                found.tooMany()
                    ? many.read(asked, until)
                    : CompletableFuture.completedStage(
                        SeriesAnswers.of(asked, found.counts(asked.counter()))));
  }

  /** The series of a page, from one state of it. */
  private record OnPage(PageState state, NavigableMap<String, RunningTally> tails) {}

  /**
   * The series of all pages.
   *
   * @param tooMany whether a page has too many to read them together; then none was read
   */
  private record Found(List<OnPage> pages, boolean tooMany) {
    List<Count> counts(KnownCounter counter) {
      Map<String, CountSum> sums = new HashMap<>();
      for (OnPage page : pages) {
        page.state
            .counters()
            .keySet()
            .forEach(name -> sums.computeIfAbsent(name.series(), key -> new CountSum(name)));
        page.tails
            .keySet()
            .forEach(
                key -> sums.computeIfAbsent(key, any -> new CountSum(counter.name().with(key))));
      }
      sums.remove("");
      sums.forEach((key, sum) -> pages.forEach(page -> sum.add(page.state, page.tails.get(key))));
      return sums.values().stream().map(CountSum::count).toList();
    }
  }

  /** One question, which reads all of its pages. */
  private final class Question {
    private final SeriesRange asked;
    private final CounterName counter;
    private final KnownResets known;
    private final long until;
    private final List<OnPage> read = new ArrayList<>();
    private boolean tooMany;

    Question(SeriesRange asked, KnownResets known, long until) {
      this.asked = asked;
      this.counter = asked.counter().name();
      this.known = known;
      this.until = until;
    }

    CompletionStage<Found> read() {
      List<Integer> all = pages.layout.pagesOf(counter, asked.counter().shards());
      return BoundedConcurrency.forEach(PAGES_AT_ONCE, all, page -> read(page, ATTEMPTS))
          .thenApply(done -> new Found(read, tooMany));
    }

    private CompletionStage<Void> read(int page, int left) {
      if (tooMany) {
        return CompletableFuture.completedStage(null);
      }
      return pages
          .rows
          .with(until, FEW, held -> attempt(page, held))
          .thenCompose(
              found -> {
                if (found == null || isAll(found)) {
                  if (found != null) {
                    read.add(found);
                  }
                  return CompletableFuture.completedStage(null);
                }
                if (left == 1) {
                  throw new StoreUnavailable("series begin faster than they are found", null);
                }
                return read(page, left - 1);
              });
    }

    /** Tells whether the states of all series that have one were asked for. */
    private boolean isAll(OnPage found) {
      long states = found.state.counters().keySet().stream().filter(CounterName::isSeries).count();
      return states == found.state.of(counter).series().number(asked.breakdown());
    }

    /** Looks for the names of the series of a page, and reads all; null if there are too many. */
    private CompletionStage<@Nullable OnPage> attempt(int page, ReadRoom held) {
      NameRange range = Series.stored(counter.name(), asked.breakdown());
      String stored = CounterName.ofSeries(counter.stored());
      return pages
          .stores
          .slices()
          .states(page, stored, range, together + 1)
          .thenCompose(
              names -> {
                if (names.size() > together) {
                  tooMany = true;
                  return CompletableFuture.completedStage(null);
                }
                makeRoom(page, counter, names.size() - FEW, held);
                List<CounterName> all = new ArrayList<>();
                all.add(counter);
                for (NamedState one : names) {
                  all.add(CounterName.ofStored(stored, one.counter()));
                }
                Tails tails = new Tails(asked.breakdown(), new TreeMap<>());
                return pages
                    .read(page, all, EventTime.MAX, held, known, tails)
                    .thenApply(reading -> new OnPage(reading.state(), tails.sums));
              });
    }
  }

  private static void makeRoom(int page, CounterName counter, int more, ReadRoom held) {
    for (int left = more; left > 0; ) {
      int some = held.grow(left);
      if (some == 0) {
        throw held.exhausted(page, counter, EventTime.MIN);
      }
      left -= some;
    }
  }

  /** The sums of the rows of one tail by series, less the amounts of resets. */
  private record Tails(int breakdown, NavigableMap<String, RunningTally> sums)
      implements PageReads.Sink {
    @Override
    public boolean wants(CounterName any, String key) {
      return Series.breakdownOf(key) == breakdown;
    }

    @Override
    public void counts(CounterName one, EventTime at, long minute, long delta, int moreEvents) {
      if (one.isSeries()) {
        of(one).add(delta, moreEvents);
      }
    }

    @Override
    public void takesAway(CounterName one, EventTime at, Tally away) {
      if (one.isSeries()) {
        of(one).subtract(away);
      }
    }

    private RunningTally of(CounterName one) {
      return sums.computeIfAbsent(one.series(), any -> new RunningTally());
    }
  }
}
