package io.quipu.service.rates;

import io.quipu.service.auth.Caller;

import io.quipu.engine.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of requests: by each caller in a second, and in new counters in an hour, of those that
 * are known by their keys, of others by their addresses; and of each namespace in a second, whoever
 * asks. Shared by all instances of a process, safe on any thread. What is not limited touches
 * nothing here.
 */
public final class RateLimits {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private final int usual;
  private final int ofNamespace;
  private final int newCounters;
  private final TokenBuckets callers;
  private final TokenBuckets namespaces;
  private final TokenBuckets beginners;

  /**
   * @param usual events and requests a second of a caller whose key says nothing else; 0 for any
   * @param ofNamespace events and requests a second of a namespace; 0 for any
   * @param newCounters counters an hour that a caller may begin; 0 for any
   */
  public RateLimits(int usual, int ofNamespace, int newCounters, Clock clock) {
    this.usual = usual;
    this.ofNamespace = ofNamespace;
    this.newCounters = newCounters;
    this.callers = new TokenBuckets(SECOND, clock);
    this.namespaces = new TokenBuckets(SECOND, clock);
    this.beginners = new TokenBuckets(HOUR, clock);
  }

  /** Tells if callers without a rate of their own are limited. */
  public boolean areUsual() {
    return usual > 0;
  }

  /** Tells if namespaces are limited. */
  public boolean areOfNamespaces() {
    return ofNamespace > 0;
  }

  /** Tells if new counters are limited. */
  public boolean areOfNewCounters() {
    return newCounters > 0;
  }

  /**
   * Takes what a caller asks for.
   *
   * @param more whether for the rest of a request that has paid for one already
   * @return null if they may
   */
  public @Nullable Excess take(Payer payer, int cost, boolean more) {
    int rate = payer.rate() > 0 ? payer.rate() : usual;
    return rate == 0 ? null : callers.take(payer.name(), rate, cost, more);
  }

  /** Puts back what turned out not to be theirs to pay. */
  public void giveBack(Payer payer, int cost) {
    callers.giveBack(payer.name(), cost);
  }

  /**
   * Takes what is asked of a namespace, whether or not it exists.
   *
   * @param more whether for a request that has paid for one already
   * @return null if it may be asked
   */
  public @Nullable Excess takeOf(String namespace, int cost, boolean more) {
    return ofNamespace == 0 ? null : namespaces.take(namespace, ofNamespace, cost, more);
  }

  /**
   * Takes counters that a caller is about to begin.
   *
   * @return null if they may
   */
  public @Nullable Excess takeNew(Payer payer, int counters) {
    return newCounters == 0 ? null : beginners.take(payer.name(), newCounters, counters, false);
  }

  /**
   * The one whose rate it is.
   *
   * @param caller null where nobody knows who it is: then it is the address
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
   * More than may be asked for.
   *
   * @param rate what may, in the period of the limit
   * @param pause until more may
   */
  public record Excess(int rate, Duration pause) {
    /** In whole seconds, at least one. */
    public long seconds() {
      return Math.max(1, pause.plusNanos(999_999_999).toSeconds());
    }
  }
}
