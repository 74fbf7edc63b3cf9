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
import java.util.concurrent.CompletionStage;

/** Reads pages: the settled states of some counters, and their tails. Confined to one context. */
final class PageReads {
  final CounterStores stores;
  final Layout layout;
  final DirectoryReads directory;
  final RowRule rules;
  final TailStarts starts = new TailStarts();
  final TailRows rows;
  final ReadDeadline deadline;

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
      ReadRoom held,
      KnownResets known,
      Sink sink) {
    return new PageRead(this, page, counters, before, held, known, sink).read();
  }
}
