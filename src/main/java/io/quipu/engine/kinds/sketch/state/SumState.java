package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import java.math.BigDecimal;
import java.util.Objects;

/** The exact sum of values. */
final class SumState extends SketchState {
  private BigDecimal sum = BigDecimal.ZERO;

  @Override
  void take(SketchValue value) {
    sum = sum.add(Objects.requireNonNull(value.number()));
  }

  @Override
  void takeAll(SketchState other) {
    sum = sum.add(((SumState) other).sum);
  }

  @Override
  void write(BlobWriter blob) {
    SketchValue.write(sum, blob);
  }

  @Override
  void read(BlobReader blob) {
    sum = SketchValue.read(blob);
  }

  @Override
  public SketchResult result(SketchOptions options) {
    return Estimate.exact(SketchValue.shortest(sum));
  }
}
