package io.quipu.engine.kind.answer;

import io.quipu.engine.input.Limits;
import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Series;
import io.quipu.engine.windows.EventTime;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Asks for the answers of series of a counter.
 *
 * @param breakdown the index of the breakdown
 * @param where the values that labels of the series must have, by the place of the label in the
 *     breakdown
 * @param after the key after which the series begin; empty for the first. With {@code bySize} it is
 *     empty
 * @param limit the maximum number of series
 * @param bySize whether the largest series are asked for, or the first by their keys
 * @param options the options of the read, as the kind of the counter has parsed them
 */
public record SeriesRange(
    KnownCounter counter,
    int breakdown,
    Map<Integer, String> where,
    String after,
    int limit,
    boolean bySize,
    ReadOptions options)
    implements Question.OfCounter<SeriesAnswers> {
  /** Asks with the usual options. */
  public SeriesRange(
      KnownCounter counter,
      int breakdown,
      Map<Integer, String> where,
      String after,
      int limit,
      boolean bySize) {
    this(counter, breakdown, where, after, limit, bySize, ReadOptions.USUAL);
  }

  /** Asks for the largest series that {@link Series#several} has named in place of a key. */
  public static SeriesRange largest(KnownCounter several, ReadOptions options) {
    String text = several.name().series();
    return new SeriesRange(
        new KnownCounter(several.name().whole(), several.namespace()),
        Series.breakdownOfSeveral(text),
        Series.whereOfSeveral(text),
        "",
        Limits.COUNTS,
        true,
        options);
  }

  /** Asks for the first by their keys instead. */
  public SeriesRange byName() {
    return new SeriesRange(counter, breakdown, where, after, limit, false, options);
  }

  /** Asks the same with other options. */
  public SeriesRange with(ReadOptions other) {
    return new SeriesRange(counter, breakdown, where, after, limit, bySize, other);
  }

  @Override
  public int price() {
    return bySize ? RANKING : Question.together(limit);
  }

  @Override
  public CompletionStage<SeriesAnswers> ask(Reader reader, EventTime horizon) {
    return reader.series(this);
  }

  /** Tells whether a series is asked for. */
  public boolean has(String key) {
    return (after.isEmpty() || Utf8Order.INSTANCE.compare(key, after) > 0)
        && Series.isOf(key, breakdown, where);
  }

  /** The names under which the series are stored that may be asked for. */
  public NameRange names() {
    NameRange all = Series.stored(counter.name().name(), breakdown);
    return after.isEmpty() ? all : all.after(counter.name().with(after).key());
  }
}
