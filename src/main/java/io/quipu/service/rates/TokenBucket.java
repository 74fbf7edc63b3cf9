package io.quipu.service.rates;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tokens that come back at a steady rate, up to those of one period (the generic cell rate
 * algorithm, ITU-T I.371). What costs more than a full bucket has to find it full, and is paid off
 * before anything else is let through. Safe on any thread, without a lock.
 */
public final class TokenBucket {
  private final int rate;
  private final long perToken;

  /** When it will be full again; before now if it is. */
  private final AtomicLong full;

  /**
   * @param rate tokens in a period, and most of them that there are
   * @param now in nanoseconds from any origin, as always here
   */
  public TokenBucket(int rate, Duration period, long now) {
    this.rate = rate;
    this.perToken = period.toNanos() / rate;
    this.full = new AtomicLong(now);
  }

  /**
   * Takes so many tokens.
   *
   * @return 0 if they were taken; otherwise nothing was, and they may be there in so many
   *     nanoseconds
   */
  public long take(int tokens, long now) {
    return take(tokens, Math.min(tokens, rate), now);
  }

  /** Takes tokens for the rest of a request that has paid for one already. */
  long takeMore(int tokens, long now) {
    return take(tokens, Math.min(tokens, rate - 1), now);
  }

  /**
   * @param there so many have to be there
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

  /** Puts back tokens that were taken for nothing. */
  void giveBack(int tokens) {
    full.addAndGet(-tokens * perToken);
  }

  int rate() {
    return rate;
  }
}
