package io.quipu.engine.kind.answer;

import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Reads counters of some kinds. A stage fails with the store unavailable; any other failure is a
 * defect. Confined to one context.
 */
public interface Reader {
  /** Reads nothing. */
  Reader OF_NONE =
      new Reader() {
        @Override
        public CompletionStage<Answer> read(KnownCounter counter) {
          throw new IllegalStateException(counter.name() + " has another reader");
        }

        @Override
        public CompletionStage<List<Answer>> readAll(List<KnownCounter> counters) {
          throw new IllegalStateException(counters.size() + " counters have another reader");
        }
      };

  /** Reads a counter. The answer includes every event that was acknowledged before this call. */
  CompletionStage<Answer> read(KnownCounter counter);

  /**
   * Reads a counter, with the options of a caller.
   *
   * @param options from {@code Kind.readOptions} of the kind of the counter
   * @throws IllegalStateException if the kind of the counter has no options
   */
  default CompletionStage<Answer> read(KnownCounter counter, ReadOptions options) {
    throw new IllegalStateException(counter.name() + " has no options");
  }

  /**
   * Reads a counter in ranges of windows. The answer includes every event that was acknowledged
   * before this call.
   *
   * @param horizon the latest horizon that was announced before this call
   * @throws IllegalStateException if the kind of the counter has no windows
   */
  default CompletionStage<WindowAnswers> windows(WindowQuery query, EventTime horizon) {
    throw new IllegalStateException(query.counter().name() + " has no windows");
  }

  /**
   * Reads series of a counter. The answers include every event that was acknowledged before this
   * call.
   *
   * @throws IllegalStateException if the kind of the counter has no breakdowns
   */
  default CompletionStage<SeriesAnswers> series(SeriesRange range) {
    throw new IllegalStateException(range.counter().name() + " has no series");
  }

  /** Reads several counters. The answers have the order of the counters. */
  CompletionStage<List<Answer>> readAll(List<KnownCounter> counters);

  /**
   * Reads the values of counters for a list: of counters on pages what is settled. The values have
   * the order of the counters.
   *
   * @param counters of one namespace
   */
  default CompletionStage<List<ListedValue>> listed(List<KnownCounter> counters) {
    return readAll(counters).thenApply(all -> all.stream().map(Answer::listed).toList());
  }
}
