package io.quipu.engine.writer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.time.GrowingAge;
import java.util.Locale;

/** Meters of the writer: its lease, its clock and how far the horizon is behind. */
public final class WriterMeters {
  private final MeterRegistry registry;
  private volatile boolean leaseHeld;
  private volatile double clockOffsetSeconds;
  private final GrowingAge horizonLag = new GrowingAge(Double.NaN);

  public WriterMeters(MeterRegistry registry) {
    this.registry = registry;
    Gauge.builder("quipu.lease.held", this, m -> m.leaseHeld ? 1 : 0)
        .description("1 while this process may acknowledge events")
        .register(registry);
    Gauge.builder("quipu.clock.offset.seconds", this, m -> m.clockOffsetSeconds)
        .description("Group time minus this machine's wall clock")
        .register(registry);
    Gauge.builder("quipu.horizon.lag.seconds", horizonLag, GrowingAge::seconds)
        .description("How far the announced horizon is behind group time")
        .register(registry);
    for (HeartbeatOutcome outcome : HeartbeatOutcome.values()) {
      counter(outcome);
    }
  }

  public void lease(boolean held) {
    leaseHeld = held;
  }

  public void clockOffset(double seconds) {
    clockOffsetSeconds = seconds;
  }

  public void horizonLag(double seconds) {
    horizonLag.is(seconds);
  }

  public void heartbeat(HeartbeatOutcome outcome) {
    counter(outcome).increment();
  }

  private Counter counter(HeartbeatOutcome outcome) {
    return Counter.builder("quipu.heartbeats")
        .description("Heartbeats by outcome; a lapse ends the writer")
        .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  /** What became of a heartbeat. */
  public enum HeartbeatOutcome {
    APPLIED,
    UNKNOWN,
    LAPSED
  }
}
