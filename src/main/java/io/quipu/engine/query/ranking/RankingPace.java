package io.quipu.engine.query.ranking;

import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.SafeStart;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The share of Cassandra that the rankings of a process may take: {@value #AT_ONCE} queries at
 * once, and in the long run a twentieth of the time of these. A ranking that has begun ends, and is
 * paid for afterwards. Confined to one context.
 */
final class RankingPace {
  /** Queries at once. */
  static final int AT_ONCE = 4;

  /** The divisor of the share: rankings take one part of so many. */
  static final int PARTS = 20;

  /** So much time of queries may be taken at once by those who have taken none for long. */
  static final Duration BURST = Duration.ofSeconds(60);

  /**
   * The credit that each ranking under way takes for granted: of several that begin together, each
   * has so much.
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

  /** Begins a ranking if it may begin now; it then owes an {@link #end}. */
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

  /** A ranking is no longer under way. */
  void end() {
    underWay--;
  }

  /**
   * The time that a ranking is to serve before it is made again.
   *
   * @param taken nanoseconds of its queries
   */
  static long restNanos(long taken) {
    return taken / AT_ONCE * PARTS;
  }

  /**
   * Sends a query in its turn.
   *
   * @param taken given how many nanoseconds it took
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
