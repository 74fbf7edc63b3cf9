package io.quipu.ingest;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.ingest.AppendOutcome.Refusal;
import io.quipu.ingest.AppendOutcome.Refused;
import io.quipu.store.EventStore;
import io.quipu.time.Clock;
import io.quipu.time.Scheduler;
import io.quipu.writer.Incarnation;
import io.quipu.writer.Watermark;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Records events: while a write to a partition is in flight, further events for it, whatever their
 * counters, queue, and all that queued goes out as one write when it returns. No timers: an idle
 * system answers at once, a busy one batches by itself. Confined to one context.
 *
 * <p>Invariants. An append is acknowledged only if every one of its rows was acknowledged by a
 * quorum, together with the rows that make them findable, while the lease of the incarnation that
 * minted them held, and was confirmed after that, if asked for. Counters that share a write share
 * the fate of its rows, but none waits for, or fails with, what makes another findable. A write
 * whose outcome is unknown is repeated with the same rows, and holds the low watermark back until
 * it is decided or given up; what was given up is never acknowledged. Where an acknowledgement is
 * decided: {@link PartitionWrite}.
 */
public final class GroupCommit {
  private static final int ANNOUNCED = 65_536;

  private final PartitionWrite.Dependencies writing;
  private final CommitBounds bounds;
  private final int lane;
  private final IngestMeters meters;
  private final Consumer<CounterName> changed;
  private final Placement placement;
  private final Map<Integer, PartitionQueue> queues = new HashMap<>();
  private final ArrayDeque<PartitionQueue> ready = new ArrayDeque<>();
  private @Nullable Watermark watermark;
  private @Nullable CompletableFuture<Void> drained;
  private int queuedEvents;
  private long heldBytes;
  private final LongConsumer ended = this::ended;
  private int inFlight;

  /**
   * @param lane number of this context within the process
   * @param confirmation what is asked besides the lease before anything is acknowledged
   * @param changed told of every counter after events of it were acknowledged
   */
  public GroupCommit(
      EventStore store,
      Clock clock,
      Scheduler scheduler,
      CommitBounds bounds,
      int lane,
      Confirmation confirmation,
      IngestMeters meters,
      Consumer<CounterName> changed) {
    this.writing =
        new PartitionWrite.Dependencies(
            store,
            clock,
            scheduler,
            bounds,
            new AnnouncedPartitions(ANNOUNCED),
            confirmation,
            meters);
    this.bounds = bounds;
    this.placement = new Placement(bounds.partitions());
    this.lane = lane;
    this.meters = meters;
    this.changed = changed;
  }

  /**
   * The low watermark of this context under {@code incarnation}, which it writes as from now on if
   * that is newer than the one it knows.
   */
  public EventTime low(Incarnation incarnation) {
    Watermark known = watermark;
    if (known == null || known.incarnation().number() < incarnation.number()) {
      known = new Watermark(incarnation, lane);
      watermark = known;
    }
    // Whoever asks for an incarnation that is over gets its floor: nothing of it is acknowledged.
    return known.incarnation().number() == incarnation.number() ? known.low() : incarnation.floor();
  }

  /** Records the events of one append; fails only with a defect, whose outcome is unknown. */
  public CompletionStage<AppendOutcome> append(Append append) {
    int events = append.events().size();
    long bytes = PendingAppend.bytes(append);
    Refusal refusal = refusal(events, bytes);
    if (refusal != null) {
      meters.refused(refusal, events);
      return CompletableFuture.completedStage(new Refused(refusal));
    }
    PendingAppend pending = new PendingAppend(append, bytes, ended);
    queued(events);
    heldBytes += bytes;
    int shard = placement.next(append.counter(), append.shards());
    PartitionQueue queue = queues.computeIfAbsent(shard, PartitionQueue::new);
    queue.pending().addLast(pending);
    lineUp(queue);
    writeReady();
    return pending.answer();
  }

  /** Refuses all further appends; completes when nothing waits or is in flight any more. */
  public CompletionStage<Void> drain() {
    CompletableFuture<Void> done = drained;
    if (done == null) {
      done = new CompletableFuture<>();
      drained = done;
      completeIfDrained();
    }
    return done;
  }

  private @Nullable Refusal refusal(int events, long bytes) {
    Watermark current = watermark;
    if (drained != null) {
      return Refusal.STOPPING;
    }
    if (current == null || !current.incarnation().lease().holds()) {
      return Refusal.NO_LEASE;
    }
    boolean full =
        queuedEvents + events > bounds.queuedEvents() || heldBytes + bytes > bounds.heldBytes();
    return full ? Refusal.QUEUE_FULL : null;
  }

  private void ended(long bytes) {
    heldBytes -= bytes;
  }

  private void queued(int change) {
    queuedEvents += change;
    meters.queued(change);
  }

  private void lineUp(PartitionQueue queue) {
    if (queue.mayWrite() && queue.lineUp()) {
      ready.addLast(queue);
    }
  }

  private void writeReady() {
    while (inFlight < bounds.writesInFlight() && !ready.isEmpty()) {
      PartitionQueue queue = ready.removeFirst();
      queue.calledUp();
      if (queue.mayWrite()) {
        writeNext(queue);
      }
    }
  }

  private void writeNext(PartitionQueue queue) {
    Watermark current = watermark;
    if (current == null || !current.incarnation().lease().holds()) {
      refuseAll(queue);
      return;
    }
    RowBatch batch = queue.next(bounds);
    queued(-batch.events());
    Watermark.Minted minted = current.mint(batch.rows());
    inFlight++;
    queue.writeStarted();
    Ends ends = new Ends(queue);
    PartitionWrite write;
    try {
      write =
          new PartitionWrite(writing, current.incarnation(), queue.shard(), minted, batch, ends);
    } catch (RuntimeException defect) {
      minted.decide();
      fail(queue, batch, defect);
      ends.rowsDecided();
      ends.allDecided();
      return;
    }
    write.send();
  }

  /** Nothing was sent of this batch. Its callers are told, and those behind them go on. */
  private void fail(PartitionQueue queue, RowBatch batch, RuntimeException defect) {
    for (PendingAppend pending : batch.appends()) {
      queued(-pending.left());
      queue.pending().remove(pending);
      pending.fail(defect);
    }
  }

  private void refuseAll(PartitionQueue queue) {
    for (PendingAppend pending : queue.pending()) {
      queued(-pending.left());
      meters.refused(Refusal.NO_LEASE, pending.left());
      pending.refuse(Refusal.NO_LEASE);
    }
    queue.pending().clear();
    removeIfIdle(queue);
  }

  private void removeIfIdle(PartitionQueue queue) {
    if (queue.isIdle()) {
      queues.remove(queue.shard());
    }
  }

  /** Goes on when a write to a partition, or all of it, is over. */
  private final class Ends implements PartitionWrite.Listener {
    private final PartitionQueue queue;

    Ends(PartitionQueue queue) {
      this.queue = queue;
    }

    @Override
    public void changed(CounterName counter) {
      changed.accept(counter);
    }

    @Override
    public void rowsDecided() {
      queue.writeEnded();
      lineUp(queue);
      removeIfIdle(queue);
      writeReady();
      completeIfDrained();
    }

    @Override
    public void allDecided() {
      inFlight--;
      writeReady();
      completeIfDrained();
    }
  }

  private void completeIfDrained() {
    CompletableFuture<Void> done = drained;
    if (done != null && queues.isEmpty() && inFlight == 0) {
      done.complete(null);
    }
  }
}
