package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The rule that decides which rows with ids count. The {@code window} of a row names its rule.
 * Settlers, readers and recounts ask the same rule, so that their answers agree. All stages fail
 * with the store unavailable. Confined to one context.
 */
public interface RowRule {
  /**
   * Tells whether this rule decides rows with such a window.
   *
   * @param window see {@link io.quipu.engine.store.EventRow#window}
   */
  boolean decides(int window);

  /**
   * Resolves the rows at or above a page's {@code until}, or the first of these rows. The result
   * depends only on the rows and on the state of the page, not on the caller or the time.
   *
   * @param state of the page, read before this call, with the states of all these counters
   * @param rows by counter, at least one for each; in any order, sorted in place
   */
  CompletionStage<Map<CounterName, Deduplicated>> resolve(
      int page, PageState state, Map<CounterName, List<IdRow>> rows);

  /**
   * The writes that make facts durable where {@link #resolve} finds them. A step of a page decided
   * the facts by this rule. A write may be repeated; the outcome tells whether the write is
   * durable.
   */
  List<Supplier<CompletionStage<WriteOutcome>>> exports(int page, List<Counted> facts);

  /**
   * Decides settled rows of a counter again.
   *
   * @param state of the page, which has settled all of them
   * @param rows all rows of some {@linkplain io.quipu.engine.model.Subject subjects} since {@code
   *     retained}, in any order; sorted in place
   */
  CompletionStage<Void> recount(
      int page, PageState state, CounterName counter, List<IdRow> rows, Recounted recounted);

  /**
   * Takes in the time up to which a page is certainly settled: an own step to this time was
   * applied, and its facts are durable.
   */
  default void passed(int page, EventTime until) {}

  /**
   * The bounds of a recount, and a check that it is still wanted.
   *
   * @param retained from here on all rows are there; {@link EventTime#MIN} if no row is gone
   * @param passed no page had passed this time when the last fact was looked up
   * @param mustBeWanted throws if no caller waits for the recount any more
   */
  record Recounted(EventTime retained, EventTime passed, Runnable mustBeWanted, Replay.Sink sink) {}
}
