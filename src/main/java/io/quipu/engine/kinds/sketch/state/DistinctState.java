package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;

/**
 * The approximate number of different values: HyperLogLog (Flajolet and others 2007) with 4,096
 * registers of 4 bits. The relative standard error is at most 1.6%. The bounds are two standard
 * errors from the estimate, so the exact number lies between the bounds in 95% of all cases.
 */
final class DistinctState extends SketchState {
  private static final int LG_REGISTERS = 12;
  private static final int DEVIATIONS = 2;

  private HllSketch sketch = new HllSketch(LG_REGISTERS, TgtHllType.HLL_4);

  @Override
  void take(SketchValue value) {
    sketch.update(value.item());
  }

  @Override
  void takeAll(SketchState other) {
    Union union = new Union(LG_REGISTERS);
    union.update(sketch);
    union.update(((DistinctState) other).sketch);
    sketch = union.getResult(TgtHllType.HLL_4);
  }

  @Override
  void write(BlobWriter blob) {
    blob.bytes(sketch.toCompactByteArray());
  }

  @Override
  void read(BlobReader blob) {
    sketch = HllSketch.heapify(blob.bytes());
  }

  @Override
  public SketchResult result(SketchOptions options) {
    return new Estimate(
        rounded(sketch.getEstimate(), 1, RoundingMode.HALF_EVEN),
        rounded(sketch.getLowerBound(DEVIATIONS), 0, RoundingMode.FLOOR),
        rounded(sketch.getUpperBound(DEVIATIONS), 0, RoundingMode.CEILING));
  }

  /**
   * Rounds twice. The sketch gives a small exact number with an error of about a billionth, and the
   * second rounding must not turn this error into a whole number.
   */
  private static BigDecimal rounded(double value, int decimals, RoundingMode mode) {
    BigDecimal near = BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_EVEN);
    return SketchValue.shortest(near.setScale(decimals, mode));
  }
}
