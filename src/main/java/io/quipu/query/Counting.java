package io.quipu.query;

import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.RunningTally;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.time.BoundedConcurrency;
import io.quipu.time.Clock;
import io.quipu.time.NextFlight;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Counts: the checkpoint, then the tail of rows since it. Confined to one context.
 *
 * <p>Any checkpoint will do, however old, because rows below it never change and rows since it are
 * all still there; so a quorum read of it is enough. It has to be read before the tail: a row is
 * then in the one or in the other, never in both.
 */
final class Counting {
  private static final int COUNTERS_AT_ONCE = 64;

  /** From here on a tail is long enough to be settled ahead of the others. */
  private static final int LONG_TAIL_ROWS = 2_000;

  private final CheckpointStore checkpoints;
  private final Tail tail;
  private final Clock clock;
  private final ReadDeadline deadline;
  private final QueryMeters meters;
  private final Consumer<CounterName> longTail;
  private final NextFlight<CounterName, Count> flights;

  /**
   * @param rows for what is held of a tail
   * @param collectionWait of the collectors: a read that takes half of it fails
   */
  Counting(
      CheckpointStore checkpoints,
      EventStore events,
      MemberStore members,
      TailRows rows,
      Clock clock,
      Duration collectionWait,
      QueryMeters meters) {
    this.checkpoints = checkpoints;
    this.tail = new Tail(events, members, rows);
    this.clock = clock;
    this.deadline = new ReadDeadline(clock, collectionWait);
    this.meters = meters;
    this.longTail = rows.hasten();
    this.flights = new NextFlight<>(this::read, meters::shared);
  }

  /** A count that sees every event acknowledged before this call. */
  CompletionStage<Count> count(CounterName counter) {
    return flights.board(counter);
  }

  /** The counts of several counters, in their order. */
  CompletionStage<List<Count>> counts(List<CounterName> counters) {
    Map<CounterName, Count> found = new HashMap<>();
    return BoundedConcurrency.forEach(
            COUNTERS_AT_ONCE,
            new LinkedHashSet<>(counters),
            counter -> count(counter).thenAccept(count -> found.put(counter, count)))
        .thenApply(
            all ->
                counters.stream()
                    .map(counter -> Objects.requireNonNull(found.get(counter)))
                    .toList());
  }

  private CompletionStage<Count> read(CounterName counter) {
    long started = deadline.start();
    return checkpoints
        .read(counter)
        .thenCompose(checkpoint -> withTail(counter, checkpoint, started))
        .whenComplete(
            (count, failure) -> {
              if (failure != null) {
                meters.unavailable();
              }
            });
  }

  private CompletionStage<Count> withTail(
      CounterName counter, Checkpoint checkpoint, long started) {
    RunningTally sum = new RunningTally();
    return tail.read(
            counter, checkpoint, EventTime.MAX, (at, delta, coalesced) -> sum.add(delta, coalesced))
        .thenApply(
            rows -> {
              deadline.check(started);
              meters.read(Duration.ofNanos(clock.monotonicNanos() - started), rows);
              if (rows >= LONG_TAIL_ROWS) {
                longTail.accept(counter);
              }
              return new Count(counter, checkpoint.total(), checkpoint.until(), sum.tally());
            });
  }
}
