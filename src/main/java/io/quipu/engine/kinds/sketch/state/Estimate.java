package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.input.JsonText;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A number, exact or estimated, and its bounds; all three are null in {@link #NONE} only. */
public record Estimate(
    @Nullable BigDecimal estimate, @Nullable BigDecimal lower, @Nullable BigDecimal upper)
    implements SketchResult {
  /** The minimum or maximum of no values. */
  static final Estimate NONE = new Estimate(null, null, null);

  /** Makes the result for an exact number, which is also both bounds. */
  static Estimate exact(BigDecimal number) {
    return new Estimate(number, number, number);
  }

  @Override
  public void write(JsonText json) {
    write(json.name("estimate"), estimate);
    write(json.name("lower"), lower);
    write(json.name("upper"), upper);
  }

  private static void write(JsonText json, @Nullable BigDecimal number) {
    if (number == null) {
      json.nullValue();
    } else {
      json.value(number);
    }
  }
}
