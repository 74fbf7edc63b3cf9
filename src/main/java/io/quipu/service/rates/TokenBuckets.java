package io.quipu.service.rates;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.time.Clock;
import io.quipu.service.rates.RateLimits.Excess;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A bucket for each of many, by name. Safe on any thread. */
final class TokenBuckets {
  /** Names that are remembered; the others begin anew, each with a full bucket. */
  private static final int MOST = 100_000;

  /** Longer than most buckets need to be full again, also after a batch of 10,000. */
  private static final Duration AGE = Duration.ofHours(24);

  private final Duration period;
  private final Clock clock;
  private final Cache<String, TokenBucket> buckets;

  /**
   * @param period in which a bucket fills
   */
  TokenBuckets(Duration period, Clock clock) {
    this.period = period;
    this.clock = clock;
    this.buckets =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterAccess(AGE)
            .ticker(clock::monotonicNanos)
            .executor(Runnable::run)
            .build();
  }

  /** Puts back tokens that were taken for nothing. */
  void giveBack(String who, int tokens) {
    TokenBucket bucket = buckets.getIfPresent(who);
    if (bucket != null) {
      bucket.giveBack(tokens);
    }
  }

  /**
   * Takes tokens.
   *
   * @param rate of the bucket, if it is not there yet
   * @param more whether it is for what a request turned out to be that has paid for one already
   * @return null if they were there
   */
  @Nullable Excess take(String who, int rate, int tokens, boolean more) {
    long now = clock.monotonicNanos();
    TokenBucket bucket = buckets.get(who, first -> new TokenBucket(rate, period, now));
    long wait = more ? bucket.takeMore(tokens, now) : bucket.take(tokens, now);
    return wait == 0 ? null : new Excess(bucket.rate(), Duration.ofNanos(wait));
  }
}
