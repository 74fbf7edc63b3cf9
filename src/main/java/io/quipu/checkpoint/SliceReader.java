package io.quipu.checkpoint;

import io.quipu.counter.EventTime;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.RowShare;
import io.quipu.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads the rows that one step takes in: from the checkpoint on in event order, up to the horizon
 * or until there are enough of them. Bounded in rows, because those with ids must be held at once,
 * and in partitions, because each adds windows to the compare-and-set. It reads as many rows at
 * once as it may hold, and gets more as long as the process has any to spare; where there are none
 * the step is cut in time. Confined to one context.
 *
 * <p>Invariant: the fold holds every visible row in {@code [from, until)} and no other, however it
 * was cut. And {@code until} is after {@code from}: a tick is let through whatever it costs, so
 * that a settler always gets on.
 */
final class SliceReader {
  /** Rows from which on a step is long enough. */
  static final int ROWS = 20_000;

  /** Buckets that one compare-and-set takes in at most: bounds its windows. */
  private static final int PARTITIONS = 256;

  private static final int PARTITIONS_AT_ONCE = 8;

  /** Fewer rows of a partition are not worth a query. */
  private static final int WORTH_A_QUERY = 64;

  private final EventStore events;
  private final List<Partition> due;
  private final EventTime from;
  private final EventTime horizon;
  private final RowShare.Held held;
  private final int begun;
  private final Fold fold = new Fold();
  private int next;
  private EventTime until;
  private int fewest = 2;
  private boolean cut;

  private SliceReader(
      EventStore events,
      List<Partition> due,
      EventTime from,
      EventTime horizon,
      RowShare.Held held) {
    this.events = events;
    this.due = due;
    this.from = from;
    this.horizon = horizon;
    this.held = held;
    this.begun = held.rows();
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
   * @param held rows to begin with; in the end no more than those of the step
   */
  static CompletionStage<Step> read(
      EventStore events,
      List<Partition> announced,
      EventTime from,
      EventTime horizon,
      RowShare.Held held) {
    List<Partition> due =
        announced.stream().filter(part -> part.start().isBefore(horizon)).toList();
    return new SliceReader(events, due, from, horizon, held).readOn();
  }

  private CompletionStage<Step> readOn() {
    if (next == due.size()) {
      return ended(horizon);
    }
    boolean enough = next >= PARTITIONS || fold.rows() >= (cut ? ROWS / 2 : ROWS);
    if (enough || (until.isAfter(from) && !hasRoom())) {
      return ended(until);
    }
    List<Partition> chunk = chunk();
    int limit = Math.max(fewest, room() / chunk.size());
    EventTime position = until;
    List<SliceBuffer> buffers = new ArrayList<>(chunk.size());
    return BoundedConcurrency.forEach(
            PARTITIONS_AT_ONCE,
            chunk,
            partition -> {
              SliceBuffer buffer = new SliceBuffer(limit, position);
              buffers.add(buffer);
              return events.slice(partition, position, horizon, limit, buffer);
            })
        .thenCompose(read -> take(chunk, buffers, limit));
  }

  private CompletionStage<Step> ended(EventTime end) {
    held.keep(fold.undecided().size());
    return CompletableFuture.completedStage(new Step(fold, from, end));
  }

  /** How many rows may be read now. */
  private int room() {
    return Math.min(ROWS, held.rows() - fold.undecided().size());
  }

  private boolean hasRoom() {
    if (room() < begun / 2) {
      held.grow(held.rows());
    }
    return room() >= begun / 2;
  }

  /** Whole buckets only; one alone if it was cut inside it, as it is a large one. */
  private List<Partition> chunk() {
    boolean inside = due.get(next).start().isBefore(until);
    int some = Math.max(1, Math.min(PARTITIONS_AT_ONCE, room() / WORTH_A_QUERY));
    int end = Math.min(due.size(), next + (inside ? 1 : some));
    while (end < due.size() && due.get(end).bucket() == due.get(end - 1).bucket()) {
      end++;
    }
    return due.subList(next, end);
  }

  private CompletionStage<Step> take(List<Partition> chunk, List<SliceBuffer> buffers, int limit) {
    int first = next;
    next += chunk.size();
    EventTime end = next == due.size() ? horizon : due.get(next).start();
    EventTime known =
        buffers.stream().map(SliceBuffer::knownUntil).min(EventTime::compareTo).orElse(end);
    EventTime reached = EventTime.min(end, known);
    buffers.forEach(buffer -> buffer.drainTo(fold, reached));
    cut = known.isBefore(end);
    if (cut) {
      next = first + (int) chunk.stream().filter(part -> !part.end().isAfter(known)).count();
      if (!known.isAfter(until)) {
        return pastOneTick(limit);
      }
      held.grow(Math.min(held.rows(), ROWS));
    }
    until = reached;
    return readOn();
  }

  /** All that was read, and perhaps more, lies in the tick in which it begins. */
  private CompletionStage<Step> pastOneTick(int limit) {
    if (until.isAfter(from)) {
      return ended(until);
    }
    if (limit >= ROWS) {
      throw new IllegalStateException("more rows in one tick than a step can take in");
    }
    fewest = Math.min(ROWS, 4 * limit);
    return readOn();
  }
}
