package io.quipu.checkpoint;

import io.quipu.counter.EventTime;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads the rows that one step takes in: from the checkpoint on in event order, up to the horizon
 * or until there are enough of them. Bounded in rows, because those with ids must be held at once,
 * and in partitions, because each adds windows to the compare-and-set. Confined to one context.
 *
 * <p>Invariant: the fold holds every visible row in {@code [from, until)} and no other.
 */
final class SliceReader {
  /** Rows from which on a step is long enough. */
  static final int ROWS = 20_000;

  /** Buckets that one compare-and-set takes in at most: bounds its windows. */
  private static final int PARTITIONS = 256;

  private static final int PARTITIONS_AT_ONCE = 8;

  private final EventStore events;
  private final List<Partition> due;
  private final EventTime from;
  private final EventTime horizon;
  private final Fold fold = new Fold();
  private int next;
  private EventTime until;

  private SliceReader(EventStore events, List<Partition> due, EventTime from, EventTime horizon) {
    this.events = events;
    this.due = due;
    this.from = from;
    this.horizon = horizon;
    this.until = from;
  }

  /**
   * What a step takes in.
   *
   * @param from inclusive
   * @param until exclusive; the horizon if nothing is left below it
   */
  record Step(Fold fold, EventTime from, EventTime until) {
    Step {
      if (!until.isAfter(from)) {
        throw new IllegalStateException("a step from " + from + " gets no further than " + until);
      }
    }
  }

  /**
   * Reads the next step.
   *
   * @param announced partitions that may hold rows at or after {@code from}, in order
   * @param horizon announced before the partitions were read
   */
  static CompletionStage<Step> read(
      EventStore events, List<Partition> announced, EventTime from, EventTime horizon) {
    List<Partition> due =
        announced.stream().filter(part -> part.start().isBefore(horizon)).toList();
    return new SliceReader(events, due, from, horizon).readOn();
  }

  private CompletionStage<Step> readOn() {
    if (next == due.size()) {
      return CompletableFuture.completedStage(new Step(fold, from, horizon));
    }
    if (next >= PARTITIONS || fold.rows() >= ROWS) {
      return CompletableFuture.completedStage(new Step(fold, from, until));
    }
    List<Partition> chunk = chunk();
    int limit = Math.max(2, ROWS / chunk.size());
    List<SliceBuffer> buffers = new ArrayList<>(chunk.size());
    return BoundedConcurrency.forEach(
            PARTITIONS_AT_ONCE,
            chunk,
            partition -> {
              SliceBuffer buffer = new SliceBuffer(limit, from);
              buffers.add(buffer);
              return events.slice(partition, from, horizon, limit, buffer);
            })
        .thenCompose(read -> take(chunk, buffers));
  }

  /** Whole buckets only; one alone if the last step was cut inside it, as it is a large one. */
  private List<Partition> chunk() {
    boolean inside = next == 0 && due.get(0).start().isBefore(from);
    int end = inside ? 1 : Math.min(due.size(), next + PARTITIONS_AT_ONCE);
    while (end < due.size() && due.get(end).bucket() == due.get(end - 1).bucket()) {
      end++;
    }
    return due.subList(next, end);
  }

  private CompletionStage<Step> take(List<Partition> chunk, List<SliceBuffer> buffers) {
    next += chunk.size();
    EventTime end = next == due.size() ? horizon : due.get(next).start();
    EventTime known =
        buffers.stream().map(SliceBuffer::knownUntil).min(EventTime::compareTo).orElse(end);
    until = EventTime.min(end, known);
    buffers.forEach(buffer -> buffer.drainTo(fold, until));
    if (known.isBefore(end)) {
      if (!known.isAfter(from)) {
        throw new IllegalStateException("more rows in one tick than a step can take in");
      }
      return CompletableFuture.completedStage(new Step(fold, from, until));
    }
    return readOn();
  }
}
