package io.quipu.engine.query;

import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages: the settled states of some counters, and their tails. Confined to one context.
 *
 * <p>Remembers the start of each tail, as a guess: the page may be settled further by now, or the
 * state that was seen may not be on a quorum yet. With a guess, a tail can be read before the page
 * has answered.
 */
final class PageReads {
  /**
   * The maximum number of ticks from a guess to the latest guess of any page. Older guesses cost
   * too many lookups.
   */
  private static final long OLD = 1_800 * EventTime.TICKS_PER_SECOND;

  final CounterStores stores;
  final Layout layout;
  final DirectoryReads directory;
  final RowRule rules;
  final TailRows rows;
  final ReadDeadline deadline;
  private final Map<Integer, EventTime> starts = new HashMap<>();
  private EventTime latest = EventTime.MIN;

  /** Receives the counted rows of a tail, and the amounts that resets take away. */
  interface Sink {
    /**
     * @param minute the minute in which the row counts, see {@link
     *     io.quipu.engine.store.rows.EventRow#minute}
     */
    void counts(CounterName counter, EventTime at, long minute, long delta, int moreEvents);

    /** Tells whether a series is wanted that was not asked for, because a row counts in it. */
    default boolean wants(CounterName counter, String key) {
      return false;
    }

    /** Takes away the amount of a reset: of settled rows, of rows of the tail, or of both. */
    void takesAway(CounterName counter, EventTime at, Tally away);
  }

  PageReads(
      CounterStores stores,
      RowRule rules,
      Layout layout,
      TailRows rows,
      Clock clock,
      Scheduler scheduler) {
    this.stores = stores;
    this.layout = layout;
    this.directory = new DirectoryReads(stores.directory(), scheduler);
    this.rules = rules;
    this.rows = rows;
    this.deadline = new ReadDeadline(clock, layout.collectionWait());
  }

  /** Takes in the point up to which a page is settled. */
  void passed(int page, EventTime until) {
    starts.merge(page, until, EventTime::max);
    latest = EventTime.max(latest, until);
  }

  /** The guess where the tail of a page starts; null if there is none, or it is too old. */
  @Nullable EventTime tailStart(int page) {
    EventTime start = starts.get(page);
    return start == null || latest.ticks() - start.ticks() > OLD ? null : start;
  }

  /**
   * Reads a page, and hands the counted rows of its tail to {@code sink}, each event with an id
   * once. Sees every event acknowledged before this call. Fails with the store unavailable.
   *
   * @param counters counters and series, at most {@link
   *     io.quipu.engine.store.PageStore#MOST_COUNTERS} with the counters of the series
   * @param before exclusive end of the part of the tail that is read
   * @param held room for at least {@link io.quipu.engine.store.EventLog#PAGE_ROWS} rows
   * @param known the resets found for the question
   * @param sink may have received a part of the tail if the read fails
   */
  CompletionStage<PageReading> read(
      int page,
      Collection<CounterName> counters,
      EventTime before,
      TailRows.Room held,
      KnownResets known,
      Sink sink) {
    return new PageRead(this, page, counters, before, held, known, sink).read();
  }
}
