package io.quipu.edge.live;

import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;

/**
 * Notices that the other end of a connection is gone: pings it every period and gives it up after
 * several in which nothing at all was heard. Confined to the context of its connection.
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
   * @param ping asks for a sign of life
   * @param silent there has been none; called once
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

  /** A sign of life: anything that was heard, or went out. */
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
