package io.quipu.kinds.sketch;

import io.quipu.cassandra.BlobReader;
import io.quipu.cassandra.BlobWriter;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The smallest or the largest of values, exact. */
final class ExtremeState extends SketchState {
  private final int sign;
  private @Nullable BigInteger extreme;

  /**
   * @param sign 1 for the largest, -1 for the smallest
   */
  ExtremeState(int sign) {
    this.sign = sign;
  }

  @Override
  void take(SketchValue value) {
    take(Objects.requireNonNull(value.number()));
  }

  private void take(BigInteger number) {
    if (extreme == null || Integer.signum(number.compareTo(extreme)) == sign) {
      extreme = number;
    }
  }

  @Override
  void takeAll(SketchState other) {
    BigInteger extremeOfOther = ((ExtremeState) other).extreme;
    if (extremeOfOther != null) {
      take(extremeOfOther);
    }
  }

  @Override
  void write(BlobWriter blob) {
    blob.bytes(extreme == null ? new byte[0] : extreme.toByteArray());
  }

  @Override
  void read(BlobReader blob) {
    byte[] bytes = blob.bytes();
    extreme = bytes.length == 0 ? null : new BigInteger(bytes);
  }

  @Override
  SketchResult result(SketchOptions options) {
    return extreme == null ? Estimate.NONE : Estimate.exact(SketchValue.decimal(extreme));
  }
}
