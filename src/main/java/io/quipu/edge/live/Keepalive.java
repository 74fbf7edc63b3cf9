package io.quipu.edge.live;

import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;

/**
 * Detects that the client of a connection is gone. Once a period, sends a ping, or gives the
 * connection up if the last sign of life is at least {@value #SILENT_PERIODS} periods old. Confined
 * to the context of its connection.
 */
final class Keepalive {
  static final int SILENT_PERIODS = 3;

  private final Scheduler scheduler;
  private final Clock clock;
  private final Duration period;
  private final Runnable ping;
  private final Runnable silent;
  private Scheduler.Cancellable next = () -> {};
  private long heardNanos;

  /**
   * @param ping asks the client for a sign of life
   * @param silent gives the connection up; called at most once
   */
  Keepalive(Scheduler scheduler, Clock clock, Duration period, Runnable ping, Runnable silent) {
    this.scheduler = scheduler;
    this.clock = clock;
    this.period = period;
    this.ping = ping;
    this.silent = silent;
  }

  void start() {
    heard();
    next = scheduler.after(period, this::beat);
  }

  /** Notes a sign of life: a frame arrived, or the client took waiting bytes. */
  void heard() {
    heardNanos = clock.monotonicNanos();
  }

  void stop() {
    next.cancel();
  }

  private void beat() {
    long silence = clock.monotonicNanos() - heardNanos;
    if (silence >= SILENT_PERIODS * period.toNanos()) {
      silent.run();
    } else {
      ping.run();
      next = scheduler.after(period, this::beat);
    }
  }
}
