package io.quipu.engine.kind.answer;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.windows.TimeRange;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The answers of ranges of windows.
 *
 * @param shownFrom where the first range that is left begins, in seconds of Unix time; null if no
 *     range was left out or cut
 */
public record WindowAnswers(List<WindowAnswer> windows, @Nullable Long shownFrom) {
  /** The answers of no ranges. */
  public static final WindowAnswers NONE = new WindowAnswers(List.of(), null);

  /** The answers of ranges that are counted. */
  public static WindowAnswers of(List<WindowCount> counts, @Nullable Long shownFrom) {
    return new WindowAnswers(
        counts.stream()
            .map(
                one ->
                    new WindowAnswer(one.window(), one.tally(), one.tally()::write, one.settled()))
            .toList(),
        shownFrom);
  }

  /**
   * The answer of one range.
   *
   * @param value what the answer is compared by
   * @param content writes the members of the answer: a count or a result
   * @param settled true if the answer will never change
   */
  public record WindowAnswer(
      TimeRange window, ListedValue value, Consumer<JsonText> content, boolean settled) {}
}
