package io.quipu.testing.sim.cassandra;

import io.quipu.engine.kinds.sketch.Shard;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What becomes of two values that were written at one timestamp: of each column that with the
 * larger bytes stays, and any rather than none. Negative numbers have the larger bytes.
 */
final class TimestampTie {
  private TimestampTie() {}

  static Object larger(Object one, Object other) {
    if (one.equals(other)) {
      return one;
    }
    if (one instanceof EventRow row && other instanceof EventRow another) {
      return new EventRow(
          row.at(),
          larger(row.delta(), another.delta()),
          (int) larger((long) row.events(), another.events()),
          larger(row.id(), another.id()),
          window(row, another));
    }
    if (one instanceof Long number && other instanceof Long another) {
      return larger(number.longValue(), another.longValue());
    }
    if (one instanceof EventTime time && other instanceof EventTime another) {
      return EventTime.max(time, another);
    }
    if (one instanceof Shard shard && other instanceof Shard another) {
      return new Shard(
          larger(shard.sequence(), another.sequence()), larger(shard.state(), another.state()));
    }
    throw new IllegalStateException("nobody writes both " + one + " and " + other);
  }

  private static long larger(long one, long other) {
    return Long.compareUnsigned(one, other) >= 0 ? one : other;
  }

  private static ByteBuffer larger(ByteBuffer one, ByteBuffer other) {
    byte[] some = new byte[one.remaining()];
    byte[] others = new byte[other.remaining()];
    one.duplicate().get(some);
    other.duplicate().get(others);
    return Arrays.compareUnsigned(some, others) >= 0 ? one : other;
  }

  private static String larger(String one, String other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    int byBytes =
        Arrays.compareUnsigned(
            one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    return byBytes >= 0 ? one : other;
  }

  /** The usual one is not written. */
  private static int window(EventRow one, EventRow other) {
    if (one.window() == DeduplicationWindow.USUAL || other.window() == DeduplicationWindow.USUAL) {
      return one.window() == DeduplicationWindow.USUAL ? other.window() : one.window();
    }
    return Math.max(one.window(), other.window());
  }
}
