package io.quipu.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much each caller may ask for in a second: of those that are known by their keys, of others by
 * their addresses. Shared by all instances of a process, safe on any thread. What is not limited
 * touches nothing here.
 */
public final class RateLimits {
  /** Callers that are remembered; the others begin anew, each with a full bucket. */
  private static final int MOST = 100_000;

  /** Longer than any bucket needs to be full again. */
  private static final Duration AGE = Duration.ofHours(3);

  private final int usual;
  private final Clock clock;
  private final Cache<String, TokenBucket> buckets;

  /**
   * @param usual events and requests a second of a caller whose key says nothing else; 0 for any
   */
  public RateLimits(int usual, Clock clock) {
    this.usual = usual;
    this.clock = clock;
    this.buckets =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterAccess(AGE)
            .ticker(clock::monotonicNanos)
            .executor(Runnable::run)
            .build();
  }

  /** Whether callers without a rate of their own are limited. */
  public boolean areUsual() {
    return usual > 0;
  }

  /**
   * Takes what a known caller asks for.
   *
   * @return null if they may
   */
  public @Nullable Excess take(Caller caller, int cost) {
    int rate = rate(caller);
    return rate == 0 ? null : take(key(caller), rate, cost, false);
  }

  /** The same for what a request turns out to be that has paid for one already. */
  public @Nullable Excess takeMore(Caller caller, int cost) {
    int rate = rate(caller);
    return rate == 0 ? null : take(key(caller), rate, cost, true);
  }

  private int rate(Caller caller) {
    int own = caller.grant().rate();
    return own > 0 ? own : usual;
  }

  private static String key(Caller caller) {
    return "key " + caller.id();
  }

  /**
   * Takes what an address asks for.
   *
   * @return null if it may
   */
  public @Nullable Excess take(String address, int cost) {
    return usual == 0 ? null : take("address " + address, usual, cost, false);
  }

  /** The same for what a request turns out to be that has paid for one already. */
  public @Nullable Excess takeMore(String address, int cost) {
    return usual == 0 ? null : take("address " + address, usual, cost, true);
  }

  private @Nullable Excess take(String who, int rate, int cost, boolean more) {
    long now = clock.monotonicNanos();
    TokenBucket bucket = buckets.get(who, first -> new TokenBucket(rate, now));
    long wait = more ? bucket.takeMore(cost, now) : bucket.take(cost, now);
    return wait == 0 ? null : new Excess(bucket.rate(), Duration.ofNanos(wait));
  }

  /**
   * More than a caller may.
   *
   * @param rate what they may, in a second
   * @param pause until they may again
   */
  public record Excess(int rate, Duration pause) {
    /** In whole seconds, at least one. */
    public long seconds() {
      return Math.max(1, pause.plusNanos(999_999_999).toSeconds());
    }
  }
}
