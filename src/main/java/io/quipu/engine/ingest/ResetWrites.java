package io.quipu.engine.ingest;

import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
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
 * The writes of resets, which do not wait in the queues of events. A reset is a row with one
 * timeuuid on all pages of its counter, so the writes to all parts start at once. Confined to one
 * context.
 *
 * <p>Invariant: a reset is acknowledged only after all pages have its row and the horizon has
 * passed it. So every event that is sent after the acknowledgement lies after the reset. The
 * watermark waits only for the writes. If it waited for the acknowledgement, it would hold back the
 * horizon that the acknowledgement needs.
 */
final class ResetWrites {
  /**
   * Most undecided writes and durable resets that wait for the horizon, in sum. More resets are
   * refused, but one reset alone is always taken.
   */
  static final int MOST = 128;

  private final PartitionWrite.Dependencies writing;
  private final Layout layout;
  private final Runnable answered;
  private final Set<PendingReset> waiting = new LinkedHashSet<>();
  private EventTime horizon = EventTime.MIN;
  private int undecided;

  /**
   * @param answered notified of each decided write, and of resets that no longer wait
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

  /** The parts that a reset is written to, with its pages in each. */
  private Map<Integer, List<Integer>> parts(Reset reset) {
    return layout.pagesOf(reset.counter(), reset.shards()).stream()
        .collect(Collectors.groupingBy(layout::part, TreeMap::new, Collectors.toList()));
  }

  /**
   * Writes a reset, under an incarnation whose lease holds.
   *
   * @param queues the queue of each part, for the retention of the reset
   * @return null if too many resets are under way
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

  /** The listener to the writes of a reset, behind which no event waits. */
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
