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
 * The rule that decides which rows with ids count, for the kinds of counters whose rows name it by
 * their {@code window}. Settlers, readers and recounts ask the same rule, so that they agree.
 * Everything fails with the store unavailable. Confined to one context.
 */
public interface RowRule {
  /**
   * Tells whether it decides rows with such a window.
   *
   * @param window see {@link io.quipu.engine.store.EventRow#window}
   */
  boolean decides(int window);

  /**
   * Resolves the rows at or above a page's {@code until}, or the first of them. The result depends
   * on the rows and the state of the page alone, not on who asks or when.
   *
   * @param state of the page, read before this call, with the states of all these counters
   * @param rows by counter, each of which has some; in any order, sorted in place
   */
  CompletionStage<Map<CounterName, Deduplicated>> resolve(
      int page, PageState state, Map<CounterName, List<IdRow>> rows);

  /**
   * The writes that make facts durable that a step of a page has decided by this rule, where {@link
   * #resolve} finds them; may be repeated. What is not certainly written is to be told.
   */
  List<Supplier<CompletionStage<WriteOutcome>>> exports(int page, List<Counted> facts);

  /**
   * Decides settled rows of a counter again.
   *
   * @param state of the page, which has settled all of them
   * @param rows all that there are of some {@linkplain io.quipu.engine.model.Subject subjects}
   *     since {@code retained}, in any order; sorted in place
   */
  CompletionStage<Void> recount(
      int page, PageState state, CounterName counter, List<IdRow> rows, Recounted recounted);

  /**
   * Takes in that a page certainly stands there: an own step to it was applied, and its facts are
   * durable.
   */
  default void passed(int page, EventTime until) {}

  /**
   * The bounds of a recount, and a check that it is still wanted.
   *
   * @param retained from here on all rows are there; {@link EventTime#MIN} if all ever are
   * @param passed no page had passed this when the last fact was looked up
   * @param mustBeWanted throws if nobody waits for it any more
   */
  record Recounted(EventTime retained, EventTime passed, Runnable mustBeWanted, Replay.Sink sink) {}
}
