package io.quipu.service.auth;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.time.Clock;
import java.time.Duration;
import java.util.Arrays;

/**
 * The times at which keys expire, as last read, and the meters of those that expire soon. Every
 * instance shows the same. Safe on any thread.
 */
public final class KeyExpiries {
  private static final long SOON_MILLIS = Duration.ofDays(7).toMillis();
  private static final double MILLIS_PER_SECOND = 1_000;

  private final Clock clock;

  /** Milliseconds since 1970, sorted. */
  private volatile long[] ends = {};

  public KeyExpiries(Clock clock) {
    this.clock = clock;
  }

  /** Adds the meters; only for a service that asks for keys. */
  public void register(MeterRegistry registry) {
    Gauge.builder("quipu.keys.expiring", this, KeyExpiries::soon)
        .description("Keys that expire within 7 days; every instance shows all of them")
        .register(registry);
    Gauge.builder("quipu.keys.next.expiry", this, KeyExpiries::secondsToNext)
        .description("Until the next key expires; NaN if none does")
        .baseUnit("seconds")
        .register(registry);
  }

  void replace(long[] sorted) {
    ends = sorted;
  }

  int soon() {
    long[] now = ends;
    long time = millis();
    return firstAfter(now, time + SOON_MILLIS) - firstAfter(now, time);
  }

  double secondsToNext() {
    long[] now = ends;
    long time = millis();
    int next = firstAfter(now, time);
    return next == now.length ? Double.NaN : (now[next] - time) / MILLIS_PER_SECOND;
  }

  private long millis() {
    return clock.wall().instant().toEpochMilli();
  }

  /** The index of the first end after a time. */
  private static int firstAfter(long[] sorted, long time) {
    int found = Arrays.binarySearch(sorted, time + 1);
    int index = found < 0 ? -found - 1 : found;
    while (index > 0 && sorted[index - 1] > time) {
      index--;
    }
    return index;
  }
}
