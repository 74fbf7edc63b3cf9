package io.quipu.engine.ingest;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.names.Layout;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Watermark;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The writes of resets. A reset does not wait in the queues of events, because it has rows with one
 * timeuuid on all pages of its counter, which may be in several parts. So the writes to all these
 * parts begin at the same time. Confined to one context.
 *
 * <p>Invariant: a reset is acknowledged only after all pages of the counter have its row and the
 * horizon is after the reset. So if an event is sent to any writer after the acknowledgement of the
 * reset, and is acknowledged itself, the event lies after the reset. The watermark waits only until
 * the writes are decided. A watermark that waited for the acknowledgement would hold back the
 * horizon for which the acknowledgement waits.
 */
final class ResetWrites {
  /**
   * The maximum number of undecided writes and of durable resets that wait for the horizon, added
   * up. Further resets are refused. A reset is never refused if there is no such write and no such
   * reset.
   */
  static final int MOST = 128;

  private final PartitionWrite.Dependencies writing;
  private final Layout layout;
  private final Runnable answered;
  private final Set<PendingReset> waiting = new LinkedHashSet<>();
  private EventTime horizon = EventTime.MIN;
  private int undecided;

  /**
   * @param answered notified when {@link #unanswered} may have become smaller
   */
  ResetWrites(PartitionWrite.Dependencies writing, Layout layout, Runnable answered) {
    this.writing = writing;
    this.layout = layout;
    this.answered = answered;
  }

  /** The number of undecided writes and of resets that wait for the horizon. */
  int unanswered() {
    return undecided + waiting.size();
  }

  /** Takes in an announced horizon. */
  void onHorizon(EventTime announced) {
    horizon = EventTime.max(horizon, announced);
    List<PendingReset> passed =
        waiting.stream().filter(reset -> reset.isPassedBy(horizon)).toList();
    passed.forEach(waiting::remove);
    passed.forEach(PendingReset::acknowledge);
    answered.run();
  }

  /**
   * @param begun the time of the monotonic clock at which the reset was sent
   */
  private void durable(PendingReset reset, long begun) {
    if (reset.isPassedBy(horizon)) {
      reset.acknowledge();
      return;
    }
    waiting.add(reset);
    writing.hints().awaitsHorizon();
    writing.retry().whenOver(begun, () -> giveUp(reset));
  }

  private void giveUp(PendingReset reset) {
    if (waiting.remove(reset)) {
      reset.giveUp();
      answered.run();
    }
  }

  /** The pages of the counter of a reset, by part. */
  private Map<Integer, List<Integer>> parts(Reset reset) {
    return layout.pagesOf(reset.counter(), reset.shards()).stream()
        .collect(Collectors.groupingBy(layout::part, TreeMap::new, Collectors.toList()));
  }

  /**
   * Writes a reset.
   *
   * @param watermark of an incarnation whose lease holds
   * @param queues the queue of each part, for the retention of the reset
   * @return null if the reset is refused because of {@link #MOST}
   */
  @Nullable CompletableFuture<RecordOutcome> write(
      Reset reset, Watermark watermark, Function<Integer, PartitionQueue> queues) {
    Map<Integer, List<Integer>> parts = parts(reset);
    if (unanswered() > 0 && unanswered() + parts.size() > MOST) {
      return null;
    }
    undecided += parts.size();
    Watermark.Minted minted = watermark.mint(1, parts.size());
    long begun = writing.clock().monotonicNanos();
    PendingReset pending =
        new PendingReset(
            reset.counter(), minted.at(0), parts.size(), durable -> durable(durable, begun));
    Ends ends = new Ends(pending);
    List<PartitionWrite> writes =
        parts.entrySet().stream()
            .map(
                part ->
                    new PartitionWrite(
                        writing,
                        watermark.incarnation(),
                        queues.apply(part.getKey()),
                        minted,
                        pending.on(part.getValue()),
                        ends))
            .toList();
    writes.forEach(PartitionWrite::begin);
    return pending.answer();
  }

  /** Receives the progress of the writes of one reset. No event waits for the end of a write. */
  private final class Ends implements PartitionWrite.Listener {
    private final PendingReset pending;

    private Ends(PendingReset pending) {
      this.pending = pending;
    }

    @Override
    public void ended(PartitionQueue queue) {}

    @Override
    public void decided(PartitionQueue queue) {
      undecided--;
      answered.run();
    }

    @Override
    public void failed(PartitionQueue queue, WrittenRows rows, RuntimeException defect) {
      pending.answer().completeExceptionally(defect);
    }
  }
}
