package io.quipu.engine.ingest;

import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.Site;
import io.quipu.engine.time.Drain;
import io.quipu.engine.time.RetryPolicy;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Watermark;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Records events and resets. While a write to a partition is sent and not yet durable, further
 * events for that partition wait, even if they are of other counters. The next write takes as many
 * waiting events as fit. No timer delays a write: an idle system writes at once, and a busy system
 * forms batches. Confined to one context.
 *
 * <p>Invariants. An append is acknowledged only if three conditions become true in this order.
 * First, a quorum has all rows of the append, and the announcements of their partitions and hours.
 * Then the lease of the incarnation that minted the rows holds. Last, the confirmation, if one is
 * configured, is given, and the lease holds after it. A write with an unknown outcome is repeated
 * with the same rows. Such a write holds the low watermark back until the write is decided. A write
 * that was given up is never acknowledged. {@link PartitionWrite} decides the writes. A partition
 * that cannot be written or announced does not stop the writes of other partitions. The events that
 * wait for such a partition leave room for other events within {@link PartitionQueues#hasRoom}.
 */
public final class GroupCommit implements Recorder {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final PartitionWrite.Dependencies writing;
  private final PartitionQueues queues;
  private final CommitBounds bounds;
  private final int lane;
  private final IngestMeters meters;
  private final PartitionWrite.Listener ends = new Ends();
  private final ResetWrites resets;
  private final TailBound tails;
  private final AppendIntake intake;

  private @Nullable Watermark watermark;
  private final Drain drain = new Drain(this::isEmpty);
  private int undecided;

  /**
   * @param lane number of this context within the process
   * @param confirmation the check, besides the lease, before an acknowledgement
   * @param tails slows writers that write faster than pages are settled
   * @param hints notified of the counters of each write that was not refused, and of waiting resets
   */
  public GroupCommit(
      Site site,
      CommitBounds bounds,
      int lane,
      Confirmation confirmation,
      TailBound tails,
      IngestMeters meters,
      IngestHints hints) {
    this.tails = tails;
    Layout layout = site.layout();
    this.writing =
        new PartitionWrite.Dependencies(
            site.stores().events(),
            site.clock(),
            new RetryPolicy(
                site.clock(), site.scheduler(), FIRST_PAUSE, LONGEST_PAUSE, bounds.patience()),
            confirmation,
            meters,
            hints);
    this.bounds = bounds;
    this.lane = lane;
    this.meters = meters;
    this.resets = new ResetWrites(writing, layout, drain::check);
    this.queues = new PartitionQueues(site.stores().directory(), layout, bounds, meters);
    this.intake = new AppendIntake(layout, queues, tails, meters, this);
  }

  /**
   * The low watermark of this context under {@code incarnation}. If {@code incarnation} is newer
   * than the known one, this context writes as {@code incarnation} from now on.
   */
  public EventTime low(Incarnation incarnation) {
    Watermark known = watermark;
    if (known == null || known.incarnation().number() < incarnation.number()) {
      known = new Watermark(incarnation, lane);
      watermark = known;
    }
    // This context writes as a newer incarnation. The floor of the older incarnation is a safe
    // answer, because no event of the older incarnation is before that floor.
    return known.incarnation().number() == incarnation.number() ? known.low() : incarnation.floor();
  }

  /** Takes in an announced horizon of this process's group, possibly an older one than before. */
  public void onHorizon(EventTime horizon) {
    resets.onHorizon(horizon);
  }

  /** Takes in the time up to which a page is settled. */
  public void onSettled(int page, EventTime until) {
    tails.onSettled(page, until);
  }

  /** The incarnation that this context writes as; null before the first call of {@link #low}. */
  public @Nullable Incarnation incarnation() {
    return watermark == null ? null : watermark.incarnation();
  }

  /**
   * Records the events of one append. Only a defect fails the stage; then the outcome is unknown.
   */
  public CompletionStage<RecordOutcome> append(Append append) {
    return intake.append(append);
  }

  /** Records each level as a separate append. The queues take all levels or none. */
  CompletionStage<RecordOutcome> appendLevels(Levels levels) {
    return intake.appendLevels(levels);
  }

  @Override
  public Set<Class<? extends Recording>> takes() {
    return Set.of(Append.class, Levels.class, Reset.class);
  }

  @Override
  public CompletionStage<RecordOutcome> record(Recording recording) {
    if (recording instanceof Append append) {
      return append(append);
    }
    return recording instanceof Levels levels ? appendLevels(levels) : reset((Reset) recording);
  }

  /** Records a reset. The rows of a reset are written like rows of events, but without a queue. */
  CompletionStage<RecordOutcome> reset(Reset reset) {
    Refusal refusal = refusal();
    CompletionStage<RecordOutcome> answer =
        refusal == null
            ? resets.write(
                reset,
                Objects.requireNonNull(watermark),
                part -> queues.of(reset.retention(), part))
            : null;
    return answer == null
        ? intake.refused(1, refusal == null ? Refusal.QUEUE_FULL : refusal)
        : answer;
  }

  @Override
  public CompletionStage<Void> drain() {
    CompletionStage<Void> drained = drain.begin();
    tails.release();
    return drained;
  }

  /** The reason to refuse all appends at present; null if there is none. */
  @Nullable Refusal refusal() {
    Watermark current = watermark;
    if (drain.hasBegun()) {
      return Refusal.STOPPING;
    }
    return current == null || !current.incarnation().lease().holds() ? Refusal.NO_LEASE : null;
  }

  /** Queues the events of an append for a page. */
  CompletableFuture<RecordOutcome> enqueue(
      Append append, int page, PartitionQueue queue, long bytes) {
    PendingAppend pending = queue.add(append, page, bytes);
    tails.queued(page, append.counter(), pending.idsLeft());
    write(queue);
    return pending.answer();
  }

  /** Notes that an append no longer waits for room in tails. */
  void waitedOut() {
    drain.check();
  }

  private void write(PartitionQueue queue) {
    if (!queue.mayWrite(bounds)) {
      return;
    }
    Watermark current = watermark;
    if (current == null || !current.incarnation().lease().holds()) {
      refuseAll(queue);
      return;
    }
    RowBatch batch = queue.next(bounds, current.next());
    if (batch.rows() == 0) {
      batch.tooLate().forEach(pending -> refuse(pending, Refusal.QUEUE_FULL));
      write(queue);
      return;
    }
    Watermark.Minted minted = current.mint(batch.rows());
    batch.addTo(tails, minted);
    if (!batch.allows(minted)) {
      meters.refused(Refusal.QUEUE_FULL, batch.events());
      minted.decide();
      batch.refuse(Refusal.QUEUE_FULL, minted);
      batch.tooLate().forEach(pending -> refuse(pending, Refusal.QUEUE_FULL));
      write(queue);
      return;
    }
    undecided++;
    queue.writeStarted();
    new PartitionWrite(writing, current.incarnation(), queue, minted, batch, ends).begin();
    batch.tooLate().forEach(pending -> refuse(pending, Refusal.QUEUE_FULL));
  }

  private void drop(PendingAppend pending) {
    tails.dropped(pending.page(), pending.append().counter(), pending.idsLeft());
  }

  private void refuseAll(PartitionQueue queue) {
    queue.removeAll().forEach(pending -> refuse(pending, Refusal.NO_LEASE));
  }

  /** Refuses what is left of an append, which does not wait any more. */
  private void refuse(PendingAppend pending, Refusal why) {
    drop(pending);
    meters.refused(why, pending.left());
    pending.refuse(why);
  }

  /** Starts the next write of a queue when a write has ended or is decided. */
  private final class Ends implements PartitionWrite.Listener {
    @Override
    public void ended(PartitionQueue queue) {
      queue.writeEnded();
      write(queue);
      drain.check();
    }

    @Override
    public void decided(PartitionQueue queue) {
      undecided--;
      queue.writeDecided();
      write(queue);
      drain.check();
    }

    /** Fails the appends of the write, and removes their waiting events from the queue. */
    @Override
    public void failed(PartitionQueue queue, WrittenRows batch, RuntimeException defect) {
      for (PendingAppend pending : batch.appends()) {
        drop(pending);
        queue.remove(pending);
        pending.fail(defect);
      }
    }
  }

  private boolean isEmpty() {
    return queues.areEmpty() && undecided + resets.unanswered() == 0;
  }
}
