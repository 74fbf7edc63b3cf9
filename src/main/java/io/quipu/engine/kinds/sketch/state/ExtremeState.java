package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The exact smallest value, or the exact largest value. */
final class ExtremeState extends SketchState {
  private final int sign;
  private @Nullable BigDecimal extreme;

  /**
   * @param sign 1 for the largest value, -1 for the smallest value
   */
  ExtremeState(int sign) {
    this.sign = sign;
  }

  @Override
  void take(SketchValue value) {
    take(Objects.requireNonNull(value.number()));
  }

  private void take(BigDecimal number) {
    if (extreme == null || Integer.signum(number.compareTo(extreme)) == sign) {
      extreme = number;
    }
  }

  @Override
  void takeAll(SketchState other) {
    BigDecimal extremeOfOther = ((ExtremeState) other).extreme;
    if (extremeOfOther != null) {
      take(extremeOfOther);
    }
  }

  @Override
  void write(BlobWriter blob) {
    if (extreme != null) {
      SketchValue.write(extreme, blob);
    }
  }

  @Override
  void read(BlobReader blob) {
    extreme = events() == 0 ? null : SketchValue.read(blob);
  }

  @Override
  public SketchResult result(SketchOptions options) {
    return extreme == null ? Estimate.NONE : Estimate.exact(extreme);
  }
}
