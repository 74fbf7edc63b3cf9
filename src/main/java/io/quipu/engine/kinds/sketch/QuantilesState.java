package io.quipu.engine.kinds.sketch;

import io.quipu.engine.store.BlobReader;
import io.quipu.engine.store.BlobWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.memory.Memory;

/**
 * The approximate quantiles of values (Karnin, Lang and Liberty 2016). The value for a rank may be
 * the value of another rank, at most 0.7% away. The exact value lies between the bounds in 99% of
 * all cases. Values are rounded to 64-bit floating point numbers.
 */
final class QuantilesState extends SketchState {
  private static final int K = 400;

  /** The bytes for values that a state takes from the first value on. */
  static final int LEAST_BYTES = K * Double.BYTES;

  private KllDoublesSketch sketch = KllDoublesSketch.newHeapInstance(K);

  @Override
  void take(SketchValue value) {
    sketch.update(Objects.requireNonNull(value.number()).doubleValue());
  }

  @Override
  void takeAll(SketchState other) {
    sketch.merge(((QuantilesState) other).sketch);
  }

  @Override
  void write(BlobWriter blob) {
    blob.bytes(sketch.toByteArray());
  }

  @Override
  void read(BlobReader blob) {
    sketch = KllDoublesSketch.heapify(Memory.wrap(blob.bytes()));
  }

  @Override
  SketchResult result(SketchOptions options) {
    return new Quantiles(options.ranks().stream().map(this::quantile).toList());
  }

  private Quantiles.Quantile quantile(BigDecimal rank) {
    if (sketch.isEmpty()) {
      return new Quantiles.Quantile(rank, List.of());
    }
    double exact = rank.doubleValue();
    return new Quantiles.Quantile(
        rank,
        List.of(
            sketch.getQuantile(exact),
            sketch.getQuantileLowerBound(exact),
            sketch.getQuantileUpperBound(exact)));
  }
}
