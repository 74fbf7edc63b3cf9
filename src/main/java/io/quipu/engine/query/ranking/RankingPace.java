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
 * queries, in use for at most a twentieth of the time in the long run. The credit is the time of
 * queries that rankings may still take. It grows steadily up to {@link #BURST}, and each query
 * takes its own time from the credit when the query ends. The credit is checked only when a ranking
 * begins. A ranking that has begun is not stopped for lack of credit. Confined to one context.
 */
final class RankingPace {
  /** The maximum number of queries at once. */
  static final int AT_ONCE = 4;

  /** The slots may be in use for one part in {@value} of the time. */
  static final int PARTS = 20;

  /** The maximum credit, in added-up time of queries. The credit is full after a long pause. */
  static final Duration BURST = Duration.ofSeconds(60);

  /**
   * The credit that is reserved for each running ranking, so that rankings that begin together do
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

  /**
   * Begins a ranking and returns true, if there is credit beyond the credit that is reserved for
   * running rankings. The caller must then call {@link #end}.
   */
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
   * The minimum time in nanoseconds that a ranking should serve later requests, so that the
   * repetitions of this ranking stay within the share.
   *
   * @param taken nanoseconds that the queries of the ranking took, added up
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
