package io.quipu.engine.query;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.model.Breakdowns;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Series;
import io.quipu.engine.model.Tally;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The counts of several series of a counter, as one answer.
 *
 * @param asked the counter, with {@link Series#several} in place of a key
 * @param series the series, in the order of the answer
 */
public record SeriesAnswer(KnownCounter asked, List<Count> series) implements Answer {
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
  public void write(JsonText json) {
    json.field("namespace", counter().namespace()).field("counter", counter().name());
    json.name("by").beginArray();
    by().forEach(json::value);
    json.endArray().name("series").beginArray();
    for (Count count : series) {
      json.beginObject();
      labels(json, "labels", asked, count.counter().series());
      count.writeParts(json);
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
  public Tally listed() {
    return series.stream().map(Count::total).reduce(Tally.ZERO, Tally::plus);
  }

  @Override
  public Number number() {
    return wholeNumber();
  }

  @Override
  public BigInteger wholeNumber() {
    return listed().count();
  }

  @Override
  public String version() {
    int hash = 1;
    for (Count count : series) {
      hash = 31 * hash + count.counter().series().hashCode();
      hash = 31 * hash + count.version().hashCode();
    }
    return series.size() + "-" + wholeNumber() + "-" + Integer.toHexString(hash);
  }

  @Override
  public boolean isEmpty() {
    return series.isEmpty();
  }

  @Override
  public boolean restsWithPages() {
    return true;
  }
}
