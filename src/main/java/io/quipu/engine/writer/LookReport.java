package io.quipu.engine.writer;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.engine.writer.WriterMeters.LookOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts looks at the group, and tells the operator when they keep failing: nothing is then settled
 * by this instance, and if it watches, the horizon stands still for all. A store that is away for a
 * moment is not worth a line. Confined to one context.
 */
final class LookReport {
  private static final Logger log = LoggerFactory.getLogger(LookReport.class);

  static final Duration PATIENCE = Duration.ofSeconds(10);
  static final Duration AGAIN = Duration.ofMinutes(1);

  private final Clock clock;
  private final WriterMeters meters;
  private final DefectReport defects = new DefectReport();
  private boolean failing;
  private boolean told;
  private long since;
  private long next;

  LookReport(Clock clock, WriterMeters meters) {
    this.clock = clock;
    this.meters = meters;
  }

  void succeeded() {
    meters.look(LookOutcome.SEEN);
    defects.succeeded();
    if (told) {
      log.info("The group of writers can be read again.");
    }
    failing = false;
    told = false;
  }

  /** Returns null, for use in {@code exceptionally}. */
  @Nullable Void failed(Throwable failure) {
    meters.look(LookOutcome.FAILED);
    long now = clock.monotonicNanos();
    if (!failing) {
      failing = true;
      since = now;
      next = now + PATIENCE.toNanos();
    } else if (now - next >= 0) {
      next = now + AGAIN.toNanos();
      told = true;
      log.warn(
          "The group of writers could not be read for {} s: the horizon stands still for this"
              + " instance, which settles nothing: {}",
          Duration.ofNanos(now - since).toSeconds(),
          StoreUnavailable.causeOf(failure).getMessage());
    }
    return defects.failed(failure);
  }
}
