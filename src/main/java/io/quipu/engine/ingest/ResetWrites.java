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
 * The writes of resets, which do not queue with those of events: each has a row with one timeuuid
 * on all pages of its counter, so all of its parts are written at once. Confined to one context.
 *
 * <p>Invariant: a reset is acknowledged when all pages have it and the horizon has passed it. So
 * whatever any writer acknowledges that was sent after that lies after it. The watermark does not
 * wait for the acknowledgement, only for the writes: it would hold the horizon back.
 */
final class ResetWrites {
  /**
   * Most writes that are not decided, and resets that are durable and wait for the horizon; what
   * would be more is refused.
   */
  static final int MOST = 128;

  private final PartitionWrite.Dependencies writing;
  private final Layout layout;
  private final Runnable answered;
  private final Set<PendingReset> waiting = new LinkedHashSet<>();
  private EventTime horizon = EventTime.MIN;
  private int undecided;

  /**
   * @param answered notified of each write that was decided, and of resets that waited no longer
   */
  ResetWrites(PartitionWrite.Dependencies writing, Layout layout, Runnable answered) {
    this.writing = writing;
    this.layout = layout;
    this.answered = answered;
  }

  /** Writes that are not decided, and resets that wait for the horizon. */
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
   * @param begun when it was sent, of the monotonic clock
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
   * @param queues by part, for the retention of the reset
   * @return null if too many are under way
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

  /** Nothing waits behind the write of a reset. */
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
