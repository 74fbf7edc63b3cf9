package io.quipu.service.rates;

import io.quipu.engine.time.HandDrivenTime;
import io.quipu.service.rates.RateLimits.Excess;
import io.quipu.service.rates.RateLimits.Payer;
import java.time.Duration;

/** Rates that tell what was taken of them. Time stands still, so that nothing comes back. */
public final class MeasuredRates {
  private static final int RATE = 1_000_000;

  /** The address 127.0.0.1, as connections name it. */
  private static final Payer LOOPBACK = new Payer(null, Long.toHexString(0x7f000001));

  private final RateLimits limits = new RateLimits(RATE, RATE, 0, new HandDrivenTime());
  private long before;
  private long beforeOf;

  public RateLimits limits() {
    return limits;
  }

  /** The tokens that the address of the test has paid since this was asked last. */
  public long paid() {
    long all = missing(limits.take(LOOPBACK, RATE, false));
    long paid = all - before;
    before = all;
    return paid;
  }

  /** The tokens that a namespace has paid since this was asked last. */
  public long paidOf(String namespace) {
    long all = missing(limits.takeOf(namespace, RATE, false));
    long paid = all - beforeOf;
    beforeOf = all;
    return paid;
  }

  /** A refusal takes nothing, and tells how long the missing tokens take. A full bucket is full. */
  private static long missing(Excess excess) {
    if (excess == null) {
      throw new IllegalStateException("nothing was paid before");
    }
    return excess.pause().dividedBy(Duration.ofSeconds(1).dividedBy(RATE));
  }
}
