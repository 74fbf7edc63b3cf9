package io.quipu.engine.kinds.linear;

import java.time.Duration;

/**
 * Since when this process knows that a counter fills a period with ids. The period was there when
 * the state that has it was read, or was applied. Confined to one context.
 */
final class PeriodSighting {
  private long number = -1;
  private long since;

  /** Notes the period of a state that is known to be decided. */
  void look(IdPeriod now, long nanos) {
    if (now.number() != number) {
      number = now.number();
      since = nanos;
    }
  }

  /** For how long this process has known of a period; zero if it does not. */
  Duration of(IdPeriod period, long nanos) {
    return period.number() == number ? Duration.ofNanos(nanos - since) : Duration.ZERO;
  }
}
