package io.quipu.kinds.sketch;

import io.quipu.cassandra.BlobReader;
import io.quipu.cassandra.BlobWriter;
import java.math.BigInteger;
import java.util.Objects;

/** The sum of values, exact. */
final class SumState extends SketchState {
  private BigInteger sum = BigInteger.ZERO;

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
    blob.bytes(sum.toByteArray());
  }

  @Override
  void read(BlobReader blob) {
    sum = new BigInteger(blob.bytes());
  }

  @Override
  SketchResult result(SketchOptions options) {
    return Estimate.exact(SketchValue.decimal(sum));
  }
}
