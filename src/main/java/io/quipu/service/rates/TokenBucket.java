package io.quipu.service.rates;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bucket that refills with tokens at a steady rate, up to the tokens of one period (the generic
 * cell rate algorithm, ITU-T I.371). A request that costs more than a full bucket needs a full
 * bucket, and leaves the bucket in debt. A bucket in debt gives no tokens. Safe on any thread,
 * without a lock.
 */
public final class TokenBucket {
  private final int rate;
  private final long perToken;

  /** The time when the bucket is full again; in the past if the bucket is full now. */
  private final AtomicLong full;

  /**
   * @param rate tokens that a period refills, and the maximum that the bucket holds
   * @param now nanoseconds from any origin, the same origin in all calls
   */
  public TokenBucket(int rate, Duration period, long now) {
    this.rate = rate;
    this.perToken = period.toNanos() / rate;
    this.full = new AtomicLong(now);
  }

  /**
   * Takes tokens.
   *
   * @return 0 if all tokens were taken; otherwise no token was taken, and the value is the time in
   *     nanoseconds until the bucket may hold enough tokens
   */
  public long take(int tokens, long now) {
    return take(tokens, Math.min(tokens, rate), now);
  }

  /**
   * Takes tokens for the rest of a request that has paid 1 token before. That token may have been
   * one of a full bucket, so at most {@code rate - 1} tokens have to be there.
   */
  long takeMore(int tokens, long now) {
    return take(tokens, Math.min(tokens, rate - 1), now);
  }

  /**
   * @param there the tokens that the bucket has to hold
   */
  private long take(int tokens, int there, long now) {
    while (true) {
      long before = full.get();
      long owed = Math.max(0, before - now);
      long missing = owed + (there - rate) * perToken;
      if (missing > 0) {
        return missing;
      }
      if (full.compareAndSet(before, now + owed + tokens * perToken)) {
        return 0;
      }
    }
  }

  /** Puts back tokens that a request did not need. */
  void giveBack(int tokens) {
    full.addAndGet(-tokens * perToken);
  }

  int rate() {
    return rate;
  }
}
