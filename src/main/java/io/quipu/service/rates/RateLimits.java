package io.quipu.service.rates;

import io.quipu.engine.time.Clock;
import io.quipu.service.auth.Caller;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The rate limits. Each caller has a limit of tokens a second, which {@link Prices} are in, and of
 * new counters an hour. A caller is known by key or token, or else by address. Each namespace has a
 * limit of tokens a second, and of new series an hour, for all callers together. The HTTP and Redis
 * servers of a process share the limits. A caller or namespace without a limit uses no bucket. Safe
 * on any thread.
 */
public final class RateLimits {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private final int usual;
  private final int ofNamespace;
  private final int newCounters;
  private final int newSeries;
  private final TokenBuckets callers;
  private final TokenBuckets namespaces;
  private final TokenBuckets beginners;
  private final TokenBuckets series;
  private final LongAdder refusedSeries = new LongAdder();

  /** Limits without one of new series. */
  public RateLimits(int usual, int ofNamespace, int newCounters, Clock clock) {
    this(usual, ofNamespace, newCounters, 0, clock);
  }

  /**
   * @param usual tokens a second of a caller without its own rate; 0 for no limit
   * @param ofNamespace tokens a second of a namespace; 0 for no limit
   * @param newCounters new counters an hour of a caller; 0 for no limit
   * @param newSeries new series an hour of a namespace; 0 for no limit
   */
  public RateLimits(int usual, int ofNamespace, int newCounters, int newSeries, Clock clock) {
    this.usual = usual;
    this.ofNamespace = ofNamespace;
    this.newCounters = newCounters;
    this.newSeries = newSeries;
    this.series = new TokenBuckets(HOUR, clock);
    this.callers = new TokenBuckets(SECOND, clock);
    this.namespaces = new TokenBuckets(SECOND, clock);
    this.beginners = new TokenBuckets(HOUR, clock);
  }

  /** Tells whether callers without a rate of their own are limited. */
  public boolean areUsual() {
    return usual > 0;
  }

  /** Tells whether namespaces are limited. */
  public boolean areOfNamespaces() {
    return ofNamespace > 0;
  }

  /** Tells whether new counters are limited. */
  public boolean areOfNewCounters() {
    return newCounters > 0;
  }

  /**
   * Takes the tokens for a request from a payer.
   *
   * @param more whether the tokens are for the rest of a request that has paid 1 token before
   * @return null if the tokens were taken or no limit applies; otherwise no token was taken
   */
  public @Nullable Excess take(Payer payer, int cost, boolean more) {
    int rate = payer.rate() > 0 ? payer.rate() : usual;
    return rate == 0 ? null : callers.take(payer.name(), rate, cost, more);
  }

  /** Puts back tokens that a payer has paid but does not owe; fewer than 0 are a debt. */
  public void giveBack(Payer payer, int cost) {
    callers.giveBack(payer.name(), cost);
  }

  /** Puts back tokens of a namespace; fewer than 0 are a debt. */
  public void giveBackOf(String namespace, int cost) {
    namespaces.giveBack(namespace, cost);
  }

  /**
   * Takes the tokens for a request from a namespace. The namespace need not exist.
   *
   * @param more whether the tokens are for the rest of a request that has paid 1 token before
   * @return null if the tokens were taken or no limit applies; otherwise no token was taken
   */
  public @Nullable Excess takeOf(String namespace, int cost, boolean more) {
    return ofNamespace == 0 ? null : namespaces.take(namespace, ofNamespace, cost, more);
  }

  /**
   * Takes 1 token for each new counter of a request from a payer.
   *
   * @return null if the tokens were taken or no limit applies; otherwise no token was taken
   */
  public @Nullable Excess takeNew(Payer payer, int counters) {
    return newCounters == 0 ? null : beginners.take(payer.name(), newCounters, counters, false);
  }

  /** Tells whether new series are limited. */
  public boolean areOfNewSeries() {
    return newSeries > 0;
  }

  /**
   * Takes 1 token for each new series of a request from a namespace.
   *
   * @return null if the tokens were taken or no limit applies; otherwise no token was taken
   */
  public @Nullable Excess takeNewSeries(String namespace, int some) {
    Excess excess = newSeries == 0 ? null : series.take(namespace, newSeries, some, false);
    if (excess != null) {
      refusedSeries.add(some);
    }
    return excess;
  }

  /** The number of new series that were refused. */
  public long refusedSeries() {
    return refusedSeries.sum();
  }

  /**
   * The payer of a request: a caller or an address.
   *
   * @param caller null if the caller is not known or not asked for; then the address pays
   */
  public record Payer(@Nullable Caller caller, String address) {
    int rate() {
      return caller == null ? 0 : caller.grant().rate();
    }

    String name() {
      return caller == null ? "address " + address : "key " + caller.id();
    }
  }

  /**
   * A refusal by a limit.
   *
   * @param rate the maximum number of tokens that the limit allows in its period
   * @param pause the time to wait before the next attempt
   */
  public record Excess(int rate, Duration pause) {
    /** The pause in whole seconds, rounded up, at least one. */
    public long seconds() {
      return Math.max(1, pause.plusNanos(999_999_999).toSeconds());
    }
  }
}
