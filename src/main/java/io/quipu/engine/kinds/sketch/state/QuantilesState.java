package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.memory.Memory;

/**
 * The approximate quantiles of values (Karnin, Lang and Liberty 2016). Ranks are from 0 to 1. In
 * 99% of all cases, the answer for a rank is the exact value of a rank at most 0.007 away, and the
 * exact value lies between the bounds. Values are rounded to 64-bit floating point numbers.
 */
final class QuantilesState extends SketchState {
  private static final int K = 400;

  /** The bytes that a state in memory takes for values, even while it has few values. */
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
  public SketchResult result(SketchOptions options) {
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
