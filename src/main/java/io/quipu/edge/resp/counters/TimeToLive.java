package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.kind.answer.Allowance;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;

/**
 * The unit in which a command tells how long a counter is kept. Only counters of a namespace with a
 * period end: they begin again at 0 with the next one.
 */
enum TimeToLive {
  SECONDS(Duration.ofSeconds(1)),
  MILLISECONDS(Duration.ofMillis(1));

  private static final Reply NO_KEY = new Reply.Whole(-2);
  private static final Reply FOR_EVER = new Reply.Whole(-1);

  private final Duration unit;

  TimeToLive(Duration unit) {
    this.unit = unit;
  }

  /**
   * The reply of Redis: -2 if there is no such key, -1 if it does not expire.
   *
   * @param answer for the counter of the key, which has a period even if only fields have events
   */
  Reply of(Answer answer, boolean exists, EventTime now) {
    if (!exists) {
      return NO_KEY;
    }
    Allowance allowance = answer.allowance();
    if (allowance == null) {
      return FOR_EVER;
    }
    Duration left = Duration.between(now.instant(), allowance.resets().instant());
    // not 0 as long as the count is that of the period
    return new Reply.Whole(Math.max(1, left.plus(unit).minusNanos(1).dividedBy(unit)));
  }
}
