package io.quipu.ingest;

import io.quipu.counter.CounterName;
import io.quipu.ingest.AppendOutcome.Refusal;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.PartitionRows;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Clock;
import io.quipu.time.Scheduler;
import io.quipu.writer.Incarnation;
import io.quipu.writer.Lease;
import io.quipu.writer.Watermark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One write to a partition, with rows of one or several counters. The rows share their fate, but
 * each counter is decided by itself: its events are acknowledged when the rows and what makes this
 * counter findable are durable, and that was confirmed while the lease held. They are refused only
 * if no replica can have seen the rows. Confined to one context.
 */
final class PartitionWrite {
  private final Dependencies shared;
  private final Incarnation incarnation;
  private final Lease lease;
  private final Watermark.Minted minted;
  private final Listener listener;
  private final List<CounterWrite> parts;
  private final List<PartitionRows> rows;
  private final long sent;
  private @Nullable WriteOutcome written;
  private int undecided;
  private boolean ended;

  /** What all writes of a context share. */
  record Dependencies(
      EventStore store,
      Clock clock,
      Scheduler scheduler,
      CommitBounds bounds,
      AnnouncedPartitions announced,
      Confirmation confirmation,
      IngestMeters meters) {}

  /** Who is told, after all callers, what became of the write. */
  interface Listener {
    /** Events of the counter were acknowledged, or may have been recorded. */
    void changed(CounterName counter);

    /** The rows are decided: the partition is free for the next write. */
    void rowsDecided();

    /** All counters are decided. */
    void allDecided();
  }

  /**
   * @param incarnation which minted
   */
  PartitionWrite(
      Dependencies shared,
      Incarnation incarnation,
      int shard,
      Watermark.Minted minted,
      RowBatch batch,
      Listener listener) {
    this.shared = shared;
    this.incarnation = incarnation;
    this.lease = incarnation.lease();
    this.minted = minted;
    this.listener = listener;
    this.sent = shared.clock.monotonicNanos();
    this.parts = new ArrayList<>(batch.parts().size());
    this.rows = new ArrayList<>(batch.parts().size());
    long bucket = Partition.bucketOf(minted.first());
    for (CounterRows part : batch.parts()) {
      Partition partition = new Partition(part.counter(), bucket, shard);
      rows.add(part.rows(minted, partition));
      parts.add(new CounterWrite(part, partition, shared.announced.contains(partition)));
    }
    undecided = parts.size();
  }

  void send() {
    new RetriedWrite(shared, lease, true, () -> shared.store.append(rows), this::rowsDecided)
        .send();
    for (CounterWrite part : parts) {
      part.announce();
    }
  }

  private void rowsDecided(WriteOutcome outcome) {
    written = outcome;
    if (outcome == WriteOutcome.WRITTEN) {
      List<CounterWrite> findable = new ArrayList<>(parts.size());
      for (CounterWrite part : parts) {
        if (part.findable && !part.decided) {
          findable.add(part);
        }
      }
      confirm(findable, 0);
    } else {
      decide(parts, outcome);
    }
    listener.rowsDecided();
    endIfDecided();
  }

  /** The rows are durable and findable; what is asked now is asked after that. */
  private void confirm(List<CounterWrite> findable, int repetitions) {
    if (findable.isEmpty()) {
      return;
    }
    if (!lease.holds()) {
      decide(findable, WriteOutcome.UNKNOWN);
      return;
    }
    CompletionStage<Boolean> live = shared.confirmation.stillLive(incarnation);
    if (live == Confirmation.LIVE) {
      decide(findable, WriteOutcome.WRITTEN);
    } else {
      live.whenComplete((answer, failure) -> confirmed(findable, answer, failure, repetitions));
    }
  }

  private void confirmed(
      List<CounterWrite> findable,
      @Nullable Boolean live,
      @Nullable Throwable unavailable,
      int repetitions) {
    if (unavailable == null && live != null) {
      if (!live) {
        lease.end();
      }
      decide(findable, lease.holds() ? WriteOutcome.WRITTEN : WriteOutcome.UNKNOWN);
    } else if (elapsed() < shared.bounds.patience().toNanos() && lease.holds()) {
      shared.scheduler.after(Backoff.pause(repetitions), () -> confirm(findable, repetitions + 1));
    } else {
      decide(findable, WriteOutcome.UNKNOWN);
    }
  }

  private void decide(List<CounterWrite> some, WriteOutcome outcome) {
    int events = 0;
    int rowsOfThem = 0;
    for (CounterWrite part : some) {
      if (!part.decided) {
        events += part.rows.events();
        rowsOfThem += part.rows.rows();
      }
    }
    if (events == 0) {
      return;
    }
    switch (outcome) {
      case WRITTEN -> shared.meters.written(events, rowsOfThem, Duration.ofNanos(elapsed()));
      case REFUSED -> shared.meters.refused(Refusal.STORE_UNAVAILABLE, events);
      case UNKNOWN -> shared.meters.unknown();
    }
    for (CounterWrite part : some) {
      part.decide(outcome);
    }
    endIfDecided();
  }

  /** Only now does the watermark pass: nothing of this write is acknowledged any more. */
  private void endIfDecided() {
    if (undecided == 0 && written != null && !ended) {
      ended = true;
      minted.decide();
      listener.allDecided();
    }
  }

  private long elapsed() {
    return shared.clock.monotonicNanos() - sent;
  }

  /** One counter's rows, and whether they can be found. */
  private final class CounterWrite {
    private final CounterRows rows;
    private final Partition partition;
    private final @Nullable RetriedWrite announcing;
    private boolean findable;
    private boolean decided;

    CounterWrite(CounterRows rows, Partition partition, boolean findable) {
      this.rows = rows;
      this.partition = partition;
      this.findable = findable;
      // A refusal decides nothing, as the rows may be written.
      this.announcing =
          findable
              ? null
              : new RetriedWrite(
                  shared, lease, false, () -> shared.store.announce(partition), this::announced);
    }

    void announce() {
      if (announcing != null && !decided) {
        announcing.send();
      }
    }

    private void announced(WriteOutcome outcome) {
      if (outcome == WriteOutcome.WRITTEN) {
        shared.announced.add(partition);
        findable = true;
        if (written == WriteOutcome.WRITTEN) {
          confirm(List.of(this), 0);
        }
      } else {
        PartitionWrite.this.decide(List.of(this), WriteOutcome.UNKNOWN);
      }
    }

    void decide(WriteOutcome outcome) {
      if (decided) {
        return;
      }
      decided = true;
      undecided--;
      if (announcing != null) {
        announcing.stop();
      }
      rows.decide(outcome);
      if (outcome != WriteOutcome.REFUSED) {
        listener.changed(rows.counter());
      }
    }
  }
}
