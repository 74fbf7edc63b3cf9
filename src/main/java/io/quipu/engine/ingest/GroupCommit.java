package io.quipu.engine.ingest;

import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import io.quipu.engine.kind.RecordOutcome.Refused;
import io.quipu.engine.kind.Recorder;
import io.quipu.engine.model.Event;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.Subject;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Drain;
import io.quipu.engine.time.RetryPolicy;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Watermark;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records events: while a write to a partition is in flight, further events for it, whatever their
 * counters, queue, and all that queued goes out as one write when it returns. No timers: an idle
 * system answers at once, a busy one batches by itself. Confined to one context.
 *
 * <p>Invariants. An append is acknowledged only if every one of its rows was acknowledged by a
 * quorum, together with what makes it findable, while the lease of the incarnation that minted them
 * held, and was confirmed after that, if asked for. A write whose outcome is unknown is repeated
 * with the same rows, and holds the low watermark back until it is decided or given up; what was
 * given up is never acknowledged. Where an acknowledgement is decided: {@link PartitionWrite}.
 * Partitions share nothing: one that cannot be written or announced takes neither the writes of the
 * others nor all the room in their queues.
 */
public final class GroupCommit implements Recorder {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final PartitionWrite.Dependencies writing;
  private final PartitionQueues queues;
  private final Layout layout;
  private final CommitBounds bounds;
  private final int lane;
  private final IngestMeters meters;
  private final PartitionWrite.Listener ends = new Ends();
  private final ResetWrites resets;
  private final TailBound tails;

  private @Nullable Watermark watermark;
  private final Drain drain = new Drain(this::isEmpty);
  private int undecided;
  private int turn;

  /**
   * @param lane number of this context within the process
   * @param confirmation what is asked besides the lease before anything is acknowledged
   * @param tails slows down who writes faster than is settled
   * @param hints notified of every counter after events of it were acknowledged, and of resets
   */
  public GroupCommit(
      EventLog log,
      EventDirectory directory,
      Layout layout,
      Clock clock,
      Scheduler scheduler,
      CommitBounds bounds,
      int lane,
      Confirmation confirmation,
      TailBound tails,
      IngestMeters meters,
      IngestHints hints) {
    this.tails = tails;
    this.writing =
        new PartitionWrite.Dependencies(
            log,
            clock,
            new RetryPolicy(clock, scheduler, FIRST_PAUSE, LONGEST_PAUSE, bounds.patience()),
            confirmation,
            meters,
            hints);
    this.layout = layout;
    this.bounds = bounds;
    this.lane = lane;
    this.meters = meters;
    this.resets = new ResetWrites(writing, layout, drain::check);
    this.queues = new PartitionQueues(directory, layout, bounds, meters);
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

  /** Takes in an announced horizon, of this process's group, from now on or from before. */
  public void onHorizon(EventTime horizon) {
    resets.onHorizon(horizon);
  }

  /** Takes in up to where a page is settled. */
  public void onSettled(int page, EventTime until) {
    tails.onSettled(page, until);
  }

  /** The incarnation that this context writes as; null before it has heard of one. */
  public @Nullable Incarnation incarnation() {
    return watermark == null ? null : watermark.incarnation();
  }

  @Override
  public List<Taken<?>> takes() {
    return List.of(
        new Taken<>(Append.class, this::append),
        new Taken<>(Levels.class, this::appendLevels),
        new Taken<>(Reset.class, this::reset));
  }

  /** Records each level as an append of its own; there is room for all of them, or for none. */
  CompletionStage<RecordOutcome> appendLevels(Levels levels) {
    List<Append> each = levels.appends();
    int events = each.size() * levels.size();
    long bytes = each.size() * PendingAppend.bytes(levels.named());
    // Before anything is made of them, as they may be thousands.
    for (Append level : each) {
      Refusal refusal =
          refusal(level, layout.pagesOf(level.counter(), level.shards()), events, bytes);
      if (refusal != null) {
        return refused(levels.size(), refusal);
      }
    }
    return recordAll(
        each.stream().map(this::sharded).toList(), levels.size(), events, bytes, Levels::outcome);
  }

  /** Records all appends or none, as soon as there is room for their tails. */
  private CompletionStage<RecordOutcome> recordAll(
      List<ShardedAppend> each,
      int answered,
      int events,
      long bytes,
      Function<List<RecordOutcome>, RecordOutcome> answer) {
    List<TailBound.Place> places = each.stream().flatMap(ShardedAppend::tails).toList();
    Supplier<CompletionStage<RecordOutcome>> now =
        () -> {
          for (ShardedAppend one : each) {
            Refusal refusal = refusal(one.whole(), one.pages(), events, bytes);
            if (refusal != null) {
              return refused(answered, refusal);
            }
          }
          return enqueueAll(each, answer);
        };
    return places.stream().noneMatch(tails::isFull)
        ? now.get()
        : slowed(places, answered, events, bytes, now);
  }

  private @Nullable Refusal refusal(
      Append append, Collection<Integer> pages, int events, long bytes) {
    for (int page : pages) {
      Refusal refusal = refusal(append, events, queues.of(append, page), bytes);
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }

  private CompletionStage<RecordOutcome> enqueueAll(
      List<ShardedAppend> each, Function<List<RecordOutcome>, RecordOutcome> answer) {
    List<CompletableFuture<RecordOutcome>> answers = each.stream().map(this::enqueue).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> answer.apply(answers.stream().map(CompletableFuture::join).toList()));
  }

  /**
   * Has events wait for room in the tails of their counters. They take the place of events that
   * wait to be written, but no more than is free for others.
   */
  private CompletionStage<RecordOutcome> slowed(
      List<TailBound.Place> places,
      int answered,
      int events,
      long bytes,
      Supplier<CompletionStage<RecordOutcome>> record) {
    Refusal refusal = refusal();
    if (refusal == null && !queues.maySlow(events, bytes)) {
      refusal = Refusal.QUEUE_FULL;
    }
    if (refusal != null) {
      return refused(answered, refusal);
    }
    queues.slowed(events, bytes);
    return tails
        .room(places)
        .thenCompose(
            admitted -> {
              queues.slowed(-events, -bytes);
              return admitted ? record.get() : refused(answered, Refusal.QUEUE_FULL);
            })
        .whenComplete((done, failure) -> drain.check());
  }

  private ShardedAppend sharded(Append append) {
    int first = layout.page(append.counter());
    int next = Math.floorMod(turn++, append.shards());
    return new ShardedAppend(append, event -> page(first, append, event, next));
  }

  private CompletableFuture<RecordOutcome> enqueue(ShardedAppend sharded) {
    return sharded
        .record(
            (page, part) -> enqueue(part, page, queues.of(part, page), PendingAppend.bytes(part)))
        .toCompletableFuture();
  }

  /** Records a reset: its rows go the way of those of events, but for the queue. */
  CompletionStage<RecordOutcome> reset(Reset reset) {
    Refusal refusal = refusal();
    CompletionStage<RecordOutcome> answer =
        refusal == null
            ? resets.write(
                reset,
                Objects.requireNonNull(watermark),
                part -> queues.of(reset.retention(), part))
            : null;
    return answer == null ? refused(1, refusal == null ? Refusal.QUEUE_FULL : refusal) : answer;
  }

  /** Records the events of one append; fails only with a defect, whose outcome is unknown. */
  public CompletionStage<RecordOutcome> append(Append append) {
    int first = layout.page(append.counter());
    if (append.shards() == 1) {
      return append(append, first);
    }
    if (append.events().size() == 1) {
      int next = Math.floorMod(turn++, append.shards());
      return append(append, page(first, append, append.events().get(0), next));
    }
    return recordAll(
        List.of(sharded(append)),
        append.size(),
        append.size(),
        PendingAppend.bytes(append),
        answers -> answers.get(0));
  }

  /**
   * The page of an event. Events about one subject stay on one page; events without a subject go to
   * the pages of the counter in turn.
   */
  private int page(int first, Append append, Event event, int next) {
    String id = append.storedId(event);
    return layout.page(
        first,
        id == null ? next : layout.shardOf(Subject.of(id, append.window()), append.shards()));
  }

  private CompletionStage<RecordOutcome> append(Append append, int page) {
    TailBound.Place place = append.ids() > 0 ? new TailBound.Place(page, append.counter()) : null;
    return place != null && tails.isFull(place)
        ? slowed(
            List.of(place),
            append.size(),
            append.size(),
            PendingAppend.bytes(append),
            () -> appendNow(append, page))
        : appendNow(append, page);
  }

  private CompletionStage<RecordOutcome> appendNow(Append append, int page) {
    PartitionQueue queue = queues.of(append, page);
    long bytes = PendingAppend.bytes(append);
    Refusal refusal = refusal(append, append.size(), queue, bytes);
    return refusal == null ? enqueue(append, page, queue, bytes) : refused(append.size(), refusal);
  }

  private CompletionStage<RecordOutcome> refused(int events, Refusal why) {
    meters.refused(why, events);
    return CompletableFuture.completedStage(new Refused(why));
  }

  private CompletableFuture<RecordOutcome> enqueue(
      Append append, int page, PartitionQueue queue, long bytes) {
    NamespaceTurns.Waiting waiting = queue.pending().of(append.counter().namespace());
    PendingAppend pending = new PendingAppend(append, page, bytes, waiting.answered());
    queues.queued(queue, append.events().size());
    tails.queued(pending.tail(), pending.idsLeft());
    waiting.add(pending, bytes);
    write(queue);
    return pending.answer();
  }

  @Override
  public CompletionStage<Void> drain() {
    CompletionStage<Void> drained = drain.begin();
    tails.release();
    return drained;
  }

  private @Nullable Refusal refusal() {
    Watermark current = watermark;
    if (drain.hasBegun()) {
      return Refusal.STOPPING;
    }
    return current == null || !current.incarnation().lease().holds() ? Refusal.NO_LEASE : null;
  }

  private @Nullable Refusal refusal(Append append, int events, PartitionQueue queue, long bytes) {
    Refusal refusal = refusal();
    if (refusal != null) {
      return refusal;
    }
    return queues.hasRoom(queue, append.counter().namespace(), events, bytes)
        ? null
        : Refusal.QUEUE_FULL;
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
    RowBatch batch = queue.next(bounds);
    queues.queued(queue, -batch.events());
    Watermark.Minted minted = current.mint(batch.rows());
    batch.addTo(tails, minted);
    undecided++;
    queue.writeStarted();
    new PartitionWrite(writing, current.incarnation(), queue, minted, batch, ends).begin();
  }

  private void refuseAll(PartitionQueue queue) {
    for (PendingAppend pending : queue.pending().removeAll()) {
      queues.queued(queue, -pending.left());
      tails.dropped(pending.tail(), pending.idsLeft());
      meters.refused(Refusal.NO_LEASE, pending.left());
      pending.refuse(Refusal.NO_LEASE);
    }
  }

  /** Goes on when a write to a partition, or all of it, is over. */
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

    /** Its callers are told, what is left of them goes no further, and those behind them go on. */
    @Override
    public void failed(PartitionQueue queue, WrittenRows batch, RuntimeException defect) {
      for (PendingAppend pending : batch.appends()) {
        queues.queued(queue, -pending.left());
        tails.dropped(pending.tail(), pending.idsLeft());
        queue.pending().remove(pending);
        pending.fail(defect);
      }
    }
  }

  private boolean isEmpty() {
    return queues.areEmpty() && undecided + resets.unanswered() == 0;
  }
}
