package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.time.BoundedConcurrency;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Counts the retained rows of a counter again, page by page, and compares their sums with the
 * settled total and windows. Also compares the sum of all windows with the total. Changes no data.
 * Confined to one context.
 */
public final class Recounting {
  /** The longest wait for permission to hold rows, before each page of the counter. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final CounterStores stores;
  private final RowRule rules;
  private final Layout layout;
  private final RowShare.Taker rows;

  /**
   * @param rows the rows that recounts may hold
   */
  public Recounting(CounterStores stores, RowRule rules, Layout layout, RowShare.Taker rows) {
    this.stores = stores;
    this.rules = rules;
    this.layout = layout;
    this.rows = rows;
  }

  /**
   * Recounts a counter. Fails with the store unavailable; the caller may then repeat the call.
   *
   * @param turn tells whether a caller still waits
   */
  public CompletionStage<RecountReport> recount(KnownCounter counter, RecountTurn.Recount turn) {
    RecountReport[] sum = {RecountReport.NOTHING};
    return BoundedConcurrency.forEach(
            1,
            layout.pagesOf(counter.name(), counter.shards()),
            page -> recount(page, counter, turn).thenAccept(report -> sum[0] = sum[0].plus(report)))
        .thenApply(all -> sum[0]);
  }

  private CompletionStage<RecountReport> recount(
      int page, KnownCounter counter, RecountTurn.Recount turn) {
    return rows.take(PageRecount.FEWEST_ROWS, PATIENCE)
        .thenCompose(
            held ->
                new PageRecount(stores, rules, layout, page, counter, turn, held)
                    .recount()
                    .whenComplete((report, failure) -> held.close()));
  }
}
