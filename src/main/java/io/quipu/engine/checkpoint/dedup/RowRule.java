package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The rule that decides which rows with ids count. The {@code window} of a row determines the rule
 * of the row. Settlers, readers and recounts use the same rule, so that their answers agree. All
 * stages may fail with the store unavailable. Confined to one context.
 */
public interface RowRule {
  /**
   * Tells whether this rule decides rows with such a window.
   *
   * @param window see {@link io.quipu.engine.store.rows.EventRow#window}
   */
  boolean decides(int window);

  /**
   * Decides which rows count among the rows from a page's {@code until} up to any later time. The
   * result depends only on the rows and on the state of the page, not on the caller or the clock.
   *
   * @param state the state of the page, read before this call, with the states of these counters
   * @param rows all these rows by counter, at least one row for each; in any order, sorted in place
   * @param resets the resets among the same rows, in any order; nothing for a counter without any
   */
  CompletionStage<Map<CounterName, Deduplicated>> resolve(
      int page,
      PageState state,
      Map<CounterName, List<IdRow>> rows,
      Map<CounterName, List<EventTime>> resets);

  /**
   * The writes that make facts durable in the tables in which {@link #resolve} looks them up. A
   * step of the page decided the facts by this rule. A write may be repeated; its outcome tells
   * whether its facts are durable.
   *
   * @param header the header that the step wrote
   */
  List<Supplier<CompletionStage<WriteOutcome>>> exports(
      int page, PageHeader header, List<Counted> facts);

  /**
   * Decides settled rows of a counter again.
   *
   * @param state the state of the page; its {@code until} is after all rows
   * @param rows all rows of some {@linkplain io.quipu.engine.names.Subject subjects} from {@code
   *     retained} to {@code until}, in any order; sorted in place
   */
  CompletionStage<Void> recount(
      int page, PageState state, CounterName counter, List<IdRow> rows, Recounted recounted);

  /**
   * Takes in the time up to which a page is certainly settled: a step of this process up to this
   * time was applied, and the facts of that step are durable.
   */
  default void passed(int page, EventTime until) {}

  /**
   * The bounds of a recount, a check that a caller still waits for it, and the receiver of rows.
   *
   * @param retained the time from which on no row is deleted; {@link EventTime#MIN} if none is
   * @param passed a time that the page has not passed when the last fact is looked up
   * @param resets the resets from {@code retained} on
   * @param mustBeWanted throws if no caller waits for the recount any more
   * @param sink receives the rows that count and the undecided rows
   */
  record Recounted(
      EventTime retained,
      EventTime passed,
      List<EventTime> resets,
      Runnable mustBeWanted,
      Replay.Sink sink) {}
}
