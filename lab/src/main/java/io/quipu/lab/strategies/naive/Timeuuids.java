package io.quipu.lab.strategies.naive;

import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Makes timeuuids by a given clock. The driver only uses the clock of the machine. */
final class Timeuuids {
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private Timeuuids() {}

  static UUID now(Clock clock) {
    return at(clock.millis());
  }

  static UUID at(long millis) {
    return new UUID(
        Uuids.startOf(millis).getMostSignificantBits(),
        ThreadLocalRandom.current().nextLong() >>> 2 | VARIANT);
  }
}
