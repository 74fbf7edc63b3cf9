package io.quipu.engine.query;

import io.quipu.engine.checkpoint.dedup.Deduplication;
import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.checkpoint.dedup.RowRules;
import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.checkpoint.recount.RecountTurn;
import io.quipu.engine.checkpoint.recount.Recounting;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Listing;
import io.quipu.engine.kind.answer.OneSeries;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Series;
import io.quipu.engine.query.QueryMessages.Range;
import io.quipu.engine.query.QueryMessages.Recount;
import io.quipu.engine.query.QueryMessages.Verdicts;
import io.quipu.engine.query.QueryMessages.WindowCounts;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.Site;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Answers all questions of the query verticles about counters on pages. Stages fail only with the
 * store unavailable, apart from defects. Confined to the scheduler's context.
 */
public final class CounterReads implements Reader {
  private final PageReads pages;
  private final Counting counting;
  private final WindowCounting windows;
  private final Recounting recounting;
  private final RecountTurn recountTurn;
  private final SettledStates settled;
  private final VerdictReader verdicts;
  private final CounterListing listing;
  private final SeriesReads series;
  private final SettledValues values;
  private EventTime horizon = EventTime.MIN;

  /**
   * Bounds of one question.
   *
   * @param patience the longest time that it waits for rows or for settled pages, over all attempts
   * @param seriesTogether the maximum number of series of a page that are of one moment
   */
  public record Bounds(Duration patience, int seriesTogether) {
    /** The bounds of a service. */
    public Bounds(Duration patience) {
      this(patience, SeriesReads.MOST_TOGETHER);
    }
  }

  /**
   * Requests to those who settle pages.
   *
   * @param hasten asks for a page to be settled ahead of others
   * @param moveOn asks for a page to be moved to the horizon, even if the page has no rows to
   *     settle
   */
  public record SettlingRequests(
      Consumer<QueryMessages.AwaitedPage> hasten, Consumer<Integer> moveOn) {}

  /**
   * @param rules rules of the kinds that do not deduplicate rows by their ids
   * @param reading the rows that all reads of the process may hold together
   * @param bounds bounds of one question
   * @param recountTurn the turn to recount, one for the process
   */
  public CounterReads(
      Site site,
      List<RowRule> rules,
      RowShare reading,
      Bounds bounds,
      RecountTurn recountTurn,
      QueryMeters meters,
      SettlingRequests settlers) {
    CounterStores stores = site.stores();
    Layout layout = site.layout();
    Clock clock = site.clock();
    Scheduler scheduler = site.scheduler();
    this.settled = new SettledStates(stores.pages(), clock, scheduler, settlers.hasten());
    TailRows rows =
        new TailRows(reading.on(scheduler), settled, clock, bounds.patience(), settlers.hasten());
    RowRules all = new RowRules(Deduplication.ofReaders(layout, stores), rules);
    this.pages = new PageReads(stores, all, layout, rows, clock, scheduler);
    this.counting = new Counting(pages, clock, meters);
    this.series = new SeriesReads(pages, counting, bounds.seriesTogether());
    this.windows = new WindowCounting(pages, stores.windows(), settlers.moveOn());
    this.recounting = new Recounting(stores, all, layout, reading.on(scheduler));
    this.recountTurn = recountTurn;
    this.verdicts = new VerdictReader(pages, settled);
    this.listing = new CounterListing(stores.names(), rows);
    this.values = new SettledValues(stores.pages(), layout);
  }

  /** Takes in an announced horizon. Windows that end at or before the horizon can be settled. */
  public void onHorizon(EventTime announced) {
    horizon = EventTime.max(horizon, announced);
  }

  /**
   * Takes in the point up to which a page is settled. The tail of the page begins at this point.
   */
  public void passed(int page, EventTime until) {
    pages.passed(page, until);
    settled.passed(page, until);
  }

  @Override
  public CompletionStage<Answer> count(Question.Count question) {
    KnownCounter counter = question.counter();
    if (!counter.name().isSeries()) {
      return counting.count(counter);
    }
    return Series.isSeveral(counter.name().series())
        ? series
            .read(SeriesRange.largest(counter, question.options()))
            .thenApply(found -> found.together(counter, true))
        : counting.count(counter).thenApply(count -> new OneSeries(counter, count));
  }

  @Override
  public CompletionStage<List<Answer>> many(Question.Many question) {
    return counting.counts(question.counters());
  }

  /** The latest horizon that was announced. */
  public EventTime horizon() {
    return horizon;
  }

  @Override
  public CompletionStage<WindowAnswers> windows(Question.Windows asked, EventTime announced) {
    return windows
        .count(new Range(asked.counter(), asked.cover(), asked.whole()), announced)
        .thenApply(counts -> WindowAnswers.of(counts.windows(), counts.shownFrom()));
  }

  /** Counts a counter on pages by window. */
  public CompletionStage<WindowCounts> windows(Range range) {
    return windows.count(range, horizon);
  }

  @Override
  public CompletionStage<SeriesAnswers> series(SeriesRange range) {
    return series.read(range);
  }

  public CompletionStage<Verdicts> verdicts(AcknowledgedEvents events) {
    return verdicts.judge(events).thenApply(Verdicts::new);
  }

  public CompletionStage<RecountReport> recount(Recount asked) {
    return recountTurn.take(asked.asked(), turn -> recounting.recount(asked.counter(), turn));
  }

  @Override
  public CompletionStage<List<ListedValue>> listed(List<KnownCounter> counters) {
    return values.of(counters);
  }

  /**
   * Lists counters of any kind.
   *
   * @param ofKind reads the values of counters of the kind
   */
  public CompletionStage<Listing> list(Question.Names asked, Reader ofKind) {
    return listing.list(asked, ofKind::listed);
  }
}
