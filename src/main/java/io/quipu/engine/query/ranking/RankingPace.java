package io.quipu.engine.query.ranking;

import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.SafeStart;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The share of Cassandra that the rankings of a process may take: {@value #AT_ONCE} slots for
 * queries, which are in use for at most a twentieth of the time in the long run. A ranking that has
 * begun always ends. Its queries are charged afterwards. Confined to one context.
 */
final class RankingPace {
  /** Most queries at once. */
  static final int AT_ONCE = 4;

  /** The divisor of the share: rankings take a twentieth of the time. */
  static final int PARTS = 20;

  /** Most time of queries that rankings may take at once, after a long rest. */
  static final Duration BURST = Duration.ofSeconds(60);

  /**
   * The credit that is reserved for each ranking under way, so that rankings that begin together do
   * not all spend the same credit.
   */
  private static final Duration ADVANCE = BURST.dividedBy(2);

  private final AsyncSemaphore slots = new AsyncSemaphore(AT_ONCE);
  private final Clock clock;
  private long credit = BURST.toNanos();
  private long credited;
  private int underWay;

  RankingPace(Clock clock) {
    this.clock = clock;
    this.credited = clock.monotonicNanos();
  }

  /** Begins a ranking if it may begin now. The caller then must call {@link #end}. */
  boolean begin() {
    long now = clock.monotonicNanos();
    credit = Math.min(BURST.toNanos(), credit + (now - credited) * AT_ONCE / PARTS);
    credited = now;
    if (credit <= underWay * ADVANCE.toNanos()) {
      return false;
    }
    underWay++;
    return true;
  }

  /** Ends a ranking. */
  void end() {
    underWay--;
  }

  /**
   * The least time in nanoseconds that a ranking serves before it is made again.
   *
   * @param taken nanoseconds of its queries
   */
  static long restNanos(long taken) {
    return taken / AT_ONCE * PARTS;
  }

  /**
   * Sends a query in its turn.
   *
   * @param taken receives the nanoseconds that the query took
   */
  <T> CompletionStage<T> read(Supplier<CompletionStage<T>> query, LongConsumer taken) {
    return slots.run(
        () -> {
          long start = clock.monotonicNanos();
          return SafeStart.of(query)
              .whenComplete(
                  (value, failure) -> {
                    long nanos = clock.monotonicNanos() - start;
                    credit -= nanos;
                    taken.accept(nanos);
                  });
        });
  }
}
