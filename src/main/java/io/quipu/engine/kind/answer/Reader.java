package io.quipu.engine.kind.answer;

import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Answers questions about counters of some kinds. Each method answers the questions of its type; by
 * default none. A stage fails with the store unavailable; any other failure is a defect. Confined
 * to one context.
 */
public interface Reader {
  /** Answers no question. */
  Reader OF_NONE = new Reader() {};

  /** Reads a counter. The answer includes every event that was acknowledged before this call. */
  default CompletionStage<Answer> count(Question.Count question) {
    return none(question);
  }

  /** Reads several counters. The answers have the order of the counters. */
  default CompletionStage<List<Answer>> many(Question.Many question) {
    return none(question);
  }

  /**
   * Reads a counter in ranges of windows. The answer includes every event that was acknowledged
   * before this call.
   *
   * @param horizon the latest horizon that was announced before this call
   */
  default CompletionStage<WindowAnswers> windows(Question.Windows question, EventTime horizon) {
    return none(question);
  }

  /**
   * Reads series of a counter. The answers include every event that was acknowledged before this
   * call.
   */
  default CompletionStage<SeriesAnswers> series(SeriesRange question) {
    return none(question);
  }

  /** Ranks the largest counters. */
  default CompletionStage<Ranking> top(Ranked question) {
    return none(question);
  }

  /** Ranks the largest counters of each of several namespaces. */
  default CompletionStage<List<Ranking>> together(Ranked.Together question) {
    return BoundedConcurrency.map(1, question.all(), this::top);
  }

  /** Lists counters of any kind. */
  default CompletionStage<Listing> list(Question.Names question) {
    return none(question);
  }

  /**
   * Reads the values of counters for a list or ranking: of counters on pages what is settled. The
   * values have the order of the counters.
   *
   * @param counters of one namespace
   */
  default CompletionStage<List<ListedValue>> listed(List<KnownCounter> counters) {
    return many(new Question.Many(counters))
        .thenApply(all -> all.stream().map(Answer::listed).toList());
  }

  private static <A> CompletionStage<A> none(Question<A> question) {
    throw new IllegalStateException(
        "no answer to " + question.getClass() + " in " + question.namespace().name());
  }
}
