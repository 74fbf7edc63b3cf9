package io.quipu.service.auth;

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

  /** Of callers only. */
  public RateLimits(int usual, Clock clock) {
    this(usual, 0, 0, clock);
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
   * Takes what a known caller asks for.
   *
   * @return null if they may
   */
  public @Nullable Excess take(Caller caller, int cost) {
    int rate = rate(caller);
    return rate == 0 ? null : callers.take(key(caller), rate, cost, false);
  }

  /** Charges the rest of a request that has paid for one already. */
  public @Nullable Excess takeMore(Caller caller, int cost) {
    int rate = rate(caller);
    return rate == 0 ? null : callers.take(key(caller), rate, cost, true);
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
    return usual == 0 ? null : callers.take(from(address), usual, cost, false);
  }

  /** Charges the rest of a request that has paid for one already. */
  public @Nullable Excess takeMore(String address, int cost) {
    return usual == 0 ? null : callers.take(from(address), usual, cost, true);
  }

  /** Puts back what turned out not to be the address's to pay. */
  public void giveBack(String address, int cost) {
    if (usual > 0) {
      callers.giveBack(from(address), cost);
    }
  }

  private static String from(String address) {
    return "address " + address;
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
   * Takes counters that a known caller is about to begin.
   *
   * @return null if they may
   */
  public @Nullable Excess takeNew(Caller caller, int counters) {
    return newCounters == 0 ? null : beginners.take(key(caller), newCounters, counters, false);
  }

  /** Charges an address. */
  public @Nullable Excess takeNew(String address, int counters) {
    return newCounters == 0 ? null : beginners.take(from(address), newCounters, counters, false);
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
