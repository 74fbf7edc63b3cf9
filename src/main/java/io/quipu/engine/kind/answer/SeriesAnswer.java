package io.quipu.engine.kind.answer;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.state.Tally;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers of several series of a counter, as one answer.
 *
 * @param asked the counter, with {@link Series#several} in place of a key
 * @param series the series, in the order of the answer
 * @param restsWithPages as {@link Answer#restsWithPages} of each series
 */
public record SeriesAnswer(KnownCounter asked, List<Answer> series, boolean restsWithPages)
    implements Answer {
  public SeriesAnswer {
    series = List.copyOf(series);
  }

  @Override
  public CounterName counter() {
    return asked.name();
  }

  /** The labels by which the counter is broken down, without those that have one value. */
  private List<String> by() {
    String text = asked.name().series();
    Map<Integer, String> where = Series.whereOfSeveral(text);
    List<String> labels =
        Breakdowns.of(asked.namespace()).all().get(Series.breakdownOfSeveral(text));
    List<String> by = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      if (!where.containsKey(i)) {
        by.add(labels.get(i));
      }
    }
    return by.isEmpty() ? labels : by;
  }

  @Override
  public void writeParts(JsonText json) {
    json.name("by").beginArray();
    by().forEach(json::value);
    json.endArray().name("series").beginArray();
    for (Answer one : series) {
      json.beginObject();
      labels(json, "labels", asked, one.counter().series());
      one.writeParts(json);
      json.endObject();
    }
    json.endArray();
  }

  /** Writes the labels of a series as a member. */
  public static void labels(JsonText json, String member, KnownCounter counter, String key) {
    Series series = Series.of(key);
    List<String> labels = Breakdowns.of(counter.namespace()).all().get(series.breakdown());
    json.name(member).beginObject();
    for (int i = 0; i < labels.size(); i++) {
      json.field(labels.get(i), series.values().get(i));
    }
    json.endObject();
  }

  @Override
  public ListedValue listed() {
    return series.stream().map(Answer::listed).reduce(ListedValue::and).orElse(Tally.ZERO);
  }

  @Override
  public Number number() {
    BigInteger whole = wholeNumber();
    return whole == null ? Integer.valueOf(series.size()) : whole;
  }

  /** The sum of the numbers of all series; null if one has none. */
  @Override
  public @Nullable BigInteger wholeNumber() {
    BigInteger sum = BigInteger.ZERO;
    for (Answer one : series) {
      BigInteger own = one.wholeNumber();
      if (own == null) {
        return null;
      }
      sum = sum.add(own);
    }
    return sum;
  }

  @Override
  public String version() {
    int hash = 1;
    for (Answer one : series) {
      hash = 31 * hash + one.counter().series().hashCode();
      hash = 31 * hash + one.version().hashCode();
    }
    return series.size() + "-" + number() + "-" + Integer.toHexString(hash);
  }

  @Override
  public boolean isEmpty() {
    return series.isEmpty();
  }
}
