package io.quipu.edge.resp.counters;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Series;
import io.quipu.service.Asker;
import io.quipu.service.Questions;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Fields that are the series of a counter by one label: that of the first breakdown by exactly one
 * label. The fields sum to their key.
 *
 * @param breakdown the number of the breakdown
 */
record LabelFields(KnownCounter key, int breakdown) implements Fields {
  /** The fields of a counter; null if its namespace has no breakdown by one label. */
  static @Nullable LabelFields of(KnownCounter counter) {
    List<List<String>> all = Breakdowns.of(counter.namespace()).all();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).size() == 1) {
        return new LabelFields(counter, i);
      }
    }
    return null;
  }

  /** The label whose values are the fields. */
  String label() {
    return Breakdowns.of(key.namespace()).all().get(breakdown).get(0);
  }

  @Override
  public KnownCounter field(String value) {
    Breakdowns.of(key.namespace()).checkValue(label(), value);
    String series = new Series(breakdown, List.of(value)).key();
    return new KnownCounter(key.name().with(series), key.namespace());
  }

  @Override
  public Future<Page> page(Questions questions, Asker asker, String after, int limit) {
    return questions
        .answer(new SeriesRange(key, breakdown, Map.of(), after, limit, false), asker)
        .map(LabelFields::page);
  }

  private static Page page(SeriesAnswers found) {
    return new Page(found.series().stream().map(LabelFields::field).toList(), found.next());
  }

  private static Field field(Answer series) {
    return new Field(
        Series.of(series.counter().series()).values().get(0),
        Objects.requireNonNull(series.wholeNumber(), "of a series"));
  }
}
