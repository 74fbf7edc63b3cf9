package io.quipu.engine.kind.answer;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.state.ListedValue;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The answer of one series of a counter, with its labels.
 *
 * @param asked the series
 */
public record OneSeries(KnownCounter asked, Answer count) implements Answer {
  @Override
  public CounterName counter() {
    return asked.name();
  }

  @Override
  public void writeParts(JsonText json) {
    count.writeParts(json);
    SeriesAnswer.labels(json, "where", asked, asked.name().series());
  }

  @Override
  public ListedValue listed() {
    return count.listed();
  }

  @Override
  public Number number() {
    return count.number();
  }

  @Override
  public @Nullable BigInteger wholeNumber() {
    return count.wholeNumber();
  }

  @Override
  public String version() {
    return count.version();
  }

  @Override
  public boolean isEmpty() {
    return count.isEmpty();
  }

  @Override
  public boolean restsWithPages() {
    return count.restsWithPages();
  }
}
