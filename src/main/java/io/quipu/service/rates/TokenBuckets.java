package io.quipu.service.rates;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.time.Clock;
import io.quipu.service.rates.RateLimits.Excess;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Token buckets by name, one for each name. Safe on any thread. */
final class TokenBuckets {
  /** The maximum number of buckets. A dropped name starts again with a full bucket. */
  private static final int MOST = 100_000;

  /**
   * The time until an unused bucket is dropped. A bucket with a rate a second is full before that,
   * even after a batch of 10,000. A bucket with a rate an hour may be dropped in debt.
   */
  private static final Duration AGE = Duration.ofHours(24);

  private final Duration period;
  private final Clock clock;
  private final Cache<String, TokenBucket> buckets;

  /**
   * @param period the time in which an empty bucket becomes full
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

  /** Puts back tokens that a request did not need. */
  void giveBack(String who, int tokens) {
    TokenBucket bucket = buckets.getIfPresent(who);
    if (bucket != null) {
      bucket.giveBack(tokens);
    }
  }

  /**
   * Takes tokens.
   *
   * @param rate the rate of a new bucket; an existing bucket keeps its own rate
   * @param more whether the tokens are for the rest of a request that has paid 1 token before
   * @return null if the tokens were taken; otherwise no token was taken
   */
  @Nullable Excess take(String who, int rate, int tokens, boolean more) {
    long now = clock.monotonicNanos();
    TokenBucket bucket = buckets.get(who, first -> new TokenBucket(rate, period, now));
    long wait = more ? bucket.takeMore(tokens, now) : bucket.take(tokens, now);
    return wait == 0 ? null : new Excess(bucket.rate(), Duration.ofNanos(wait));
  }
}
