package io.quipu.engine.kind.answer;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.state.ListedValue;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answers of series of a counter.
 *
 * @param next the key after which further series follow in the order of keys; null if there are
 *     none, or the largest were asked for
 * @param total the number of all series that were asked for; null if it is not known
 */
public record SeriesAnswers(List<Answer> series, @Nullable String next, @Nullable Long total) {
  /** There are too many series to find the largest of them. */
  public static final SeriesAnswers TOO_MANY = new SeriesAnswers(List.of(), "", null);

  /** By key, in the order of UTF-8. */
  private static final Comparator<Answer> BY_KEY =
      Comparator.comparing(answer -> answer.counter().series(), Utf8Order.INSTANCE);

  /** By descending size, then by key. */
  private static final Comparator<Answer> LARGEST =
      Comparator.<Answer, ListedValue>comparing(Answer::listed, ListedValue::compareSize)
          .reversed()
          .thenComparing(BY_KEY);

  /** The answers that a question asks for, of those of all series of the breakdown. */
  public static SeriesAnswers of(SeriesRange asked, List<? extends Answer> all) {
    List<Answer> found =
        all.stream()
            .<Answer>map(one -> one)
            .filter(one -> asked.has(one.counter().series()) && !one.isEmpty())
            .sorted(asked.bySize() ? LARGEST : BY_KEY)
            .toList();
    List<Answer> some = found.subList(0, Math.min(found.size(), asked.limit()));
    return new SeriesAnswers(
        some,
        asked.bySize() || found.size() == some.size()
            ? null
            : some.get(some.size() - 1).counter().series(),
        asked.after().isEmpty() ? Long.valueOf(found.size()) : null);
  }

  /**
   * Requires that the largest could be found.
   *
   * @throws InvalidInput naming {@code field} if there are too many series, with a hint what to ask
   *     instead
   */
  public SeriesAnswers orRefuse(String field, String instead) {
    if (equals(TOO_MANY)) {
      throw new InvalidInput(field, "there are too many series to find the largest; " + instead);
    }
    return this;
  }

  /** These answers as one. */
  public SeriesAnswer together(KnownCounter asked, boolean restsWithPages) {
    return new SeriesAnswer(asked, series, restsWithPages);
  }
}
