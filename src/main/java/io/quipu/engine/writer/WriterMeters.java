package io.quipu.engine.writer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.time.GrowingAge;
import io.quipu.ops.metrics.Meters;
import java.util.Map;
import java.util.Objects;

/** Meters of the writer: its lease, its clock and the lag of the horizon. */
public final class WriterMeters {
  private final Map<HeartbeatOutcome, Counter> heartbeats;
  private final Map<LookOutcome, Counter> looks;
  private volatile boolean leaseHeld;
  private volatile double clockOffsetSeconds;
  private final GrowingAge horizonLag = new GrowingAge(Double.NaN);

  public WriterMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    meters.gauge(
        "quipu.lease.held",
        "1 while this process may acknowledge events",
        this,
        m -> m.leaseHeld ? 1 : 0);
    meters.gauge(
        "quipu.clock.offset.seconds",
        "Group time minus this machine's wall clock",
        this,
        m -> m.clockOffsetSeconds);
    meters.gauge(
        "quipu.horizon.lag.seconds",
        "How far the announced horizon is behind group time",
        horizonLag,
        GrowingAge::seconds);
    heartbeats =
        meters.counters(
            "quipu.heartbeats",
            "Heartbeats by outcome; a lapse ends the writer",
            "outcome",
            HeartbeatOutcome.class);
    looks =
        meters.counters(
            "quipu.group.looks",
            "Looks at the group of writers by outcome; without them the horizon stands still",
            "outcome",
            LookOutcome.class);
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
    Objects.requireNonNull(heartbeats.get(outcome)).increment();
  }

  public void look(LookOutcome outcome) {
    Objects.requireNonNull(looks.get(outcome)).increment();
  }

  /** The outcomes of a look at the group. */
  public enum LookOutcome {
    SEEN,
    FAILED
  }

  /** The outcomes of a heartbeat. */
  public enum HeartbeatOutcome {
    APPLIED,
    UNKNOWN,
    LAPSED
  }
}
