package io.quipu.live;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.EventStore;
import io.quipu.time.BoundedConcurrency;
import io.quipu.time.Periodic;
import io.quipu.time.Scheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Watched counters that are not read because they cannot have changed. Whatever is acknowledged
 * after a read lies at or after the horizon that was known before the read, in a partition that was
 * announced before the acknowledgement. So a counter rests until it has such a partition; those of
 * all are looked up together once a poll period, many with one query. Confined to one context.
 */
final class RestingCounters {
  /** More than watched counters come with one turn are not worth waiting for. */
  private static final int AT_ONCE = 1_024;

  private final EventStore events;
  private final Periodic rounds;
  private final Map<CounterName, Rest> resting = new HashMap<>();
  private EventTime horizon = EventTime.MIN;

  private record Rest(EventTime since, Runnable over) {}

  /**
   * @param events completes on the scheduler's context
   * @param poll between two looks
   */
  RestingCounters(EventStore events, Scheduler scheduler, Duration poll) {
    this.events = events;
    this.rounds = new Periodic(scheduler, poll, this::look);
  }

  void start() {
    rounds.start();
  }

  void stop() {
    rounds.stop();
    resting.clear();
  }

  /** Hears of an announced horizon. */
  void passed(EventTime announced) {
    horizon = EventTime.max(horizon, announced);
  }

  /** The latest horizon that is known; to be asked for before a counter is read. */
  EventTime horizon() {
    return horizon;
  }

  /**
   * Rests until the counter may have changed, or {@link #wake}.
   *
   * @param since the horizon that was known before it was read
   * @param over told once, on the context
   * @return false if nothing is known of a horizon: it has to be read
   */
  boolean rest(CounterName counter, EventTime since, Runnable over) {
    if (since.equals(EventTime.MIN)) {
      return false;
    }
    resting.put(counter, new Rest(since, over));
    return true;
  }

  /** Looks for this one no longer. */
  void wake(CounterName counter) {
    resting.remove(counter);
  }

  private CompletionStage<?> look() {
    return BoundedConcurrency.forEach(
        AT_ONCE, List.copyOf(resting.entrySet()), asked -> look(asked.getKey(), asked.getValue()));
  }

  /** What cannot be looked up is read: that fails, or finds what there is. */
  private CompletionStage<?> look(CounterName counter, Rest rest) {
    return events
        .partitions(counter, rest.since)
        .handle((found, failure) -> failure != null || !found.isEmpty())
        .thenAccept(
            over -> {
              if (over && resting.remove(counter, rest)) {
                rest.over.run();
              }
            });
  }
}
